/** A node of a plan, as `explain (format json)` gives it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Tables that have few rows however much is sent. */
const SMALL = new Set(
  'accounts credit_balance credit_hold erasure_salt pg_database plans presences put_off stream_watch unowned_calls webhooks'.split(
    ' ',
  ),
);

/** Nodes that stop reading their first child once nothing more is asked of them. */
const PASSES_ON = new Set(['Incremental Sort', 'Limit', 'LockRows', 'Nested Loop', 'Result', 'Subquery Scan']);

/**
 * The tables that a plan reads from their first row to their last, by themselves or by an index that has an entry for each row. Other indexes have entries for what
 * is open, and are as short as that.
 */
export function readWhole(plan: PlanNode, whole_indexes: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  const walk = (node: PlanNode, isLimited: boolean): void => {
    const { Plans: children = [], 'Node Type': type, 'Relation Name': table, 'Index Name': index = '' } = node;
    const wholeIndex = whole_indexes.has(index) && node['Index Cond'] === undefined;
    const readsAll = type === 'Seq Scan' || (wholeIndex && !isLimited);
    if (readsAll && table !== undefined) found.push(table);
    for (const [n, child] of children.entries())
      walk(child, type === 'Limit' || (isLimited && n === 0 && PASSES_ON.has(type)));
  };
  walk(plan, false);
  return found.filter((table) => !SMALL.has(table));
}
