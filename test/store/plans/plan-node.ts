/** A node of a plan, as `explain (format json)` gives it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'CTE Name'?: string;
  readonly 'Join Filter'?: string;
  readonly 'Subplan Name'?: string;
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

/** Nodes of tables, whose indexes serve a nested loop once there are many rows, and of what has few. */
const READS_A_TABLE = /(?:Seq|Index|Index Only|Bitmap Heap|Tid|Function|Values) Scan$/;
const HANDS_ON = new Set(['Limit', 'Materialize', 'Memoize', 'Result', 'Subquery Scan']);

/**
 * Names the results of a plan's own that it rescans for each row of something else: no index is of help there, so it takes minutes once there are some ten thousand of
 * both. Postgres plans so while it takes either for a few.
 */
export function rescannedResults(plan: PlanNode): readonly string[] {
  const found: string[] = [];
  const walk = (node: PlanNode): void => {
    const { Plans: children = [], 'Node Type': type } = node;
    let inner = type === 'Nested Loop' ? children[1] : undefined;
    while (inner && HANDS_ON.has(inner['Node Type'])) inner = inner.Plans?.[0];
    // A node that looks by an index of its own does so for this row alone.
    if (inner && !READS_A_TABLE.test(inner['Node Type']) && !JSON.stringify(inner).includes('"Index Cond"'))
      found.push(inner['CTE Name'] ?? inner['Node Type']);
    for (const child of children) walk(child);
  };
  walk(plan);
  return found;
}

/**
 * Names the tables of which a plan reads all that is open, or all that is there, to look something up in it for a row: that is how Postgres answers an `exists` while there is hardly anything,
 * and a plan that is kept goes on so.
 */
export function readToLookUp(plan: PlanNode): readonly string[] {
  const found: string[] = [];
  const walk = (node: PlanNode, isLookUp: boolean): void => {
    const { Plans: children = [], 'Relation Name': table = '', 'Node Type': type, 'Subplan Name': name } = node;
    const looksUp = name === undefined ? isLookUp : name.startsWith('SubPlan');
    // What a bitmap is made of is said below it.
    if (looksUp && table !== '' && type !== 'Bitmap Heap Scan' && node['Index Cond'] === undefined) found.push(table);
    for (const child of children) walk(child, looksUp);
  };
  walk(plan, false);
  return found.filter((table) => !SMALL.has(table));
}

/**
 * Names the tables that a plan reads anew for each row of something else, and then compares row by row: their number is squared, until Postgres has counted the rows and plans
 * anew.
 */
export function comparedWithAll(plan: PlanNode): readonly string[] {
  const found: string[] = [];
  const walk = (node: PlanNode): void => {
    const { Plans: children = [], 'Node Type': type, 'Join Filter': filter = '' } = node;
    let inner = type === 'Nested Loop' && / = /.test(filter) ? children[1] : undefined;
    while (inner && HANDS_ON.has(inner['Node Type'])) inner = inner.Plans?.[0];
    const { 'Relation Name': table = '', 'Index Cond': condition = '' } = inner ?? {};
    // Columns of other tables have the name of theirs before them.
    if (table !== '' && !SMALL.has(table) && !/\w\.\w/.test(condition)) found.push(table);
    for (const child of children) walk(child);
  };
  walk(plan);
  return found;
}
