import { own } from '../../shared/kit/own.ts';
import { rehearseTemplate } from '../expression/rehearse-template.ts';
import { canonicalJson } from '../plan/canonical-json.ts';
import { readDeclaredVars } from '../plan/declared-value.ts';
import type { Vars } from '../plan/lead.ts';
import type { Node } from '../plan/node.ts';
import { learnedBy } from '../plan/node-traits.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { SetNode } from '../plan/nodes/set.ts';
import type { Plan } from '../plan/plan.ts';
import { lookAhead, type Outlook } from './look-ahead.ts';
import { isOpen, type Known, type Reached, scopeAt } from './reached.ts';

/**
 * The most states kept for one step, each with other variables: beyond it the variables are taken for unknown, or many branches
 * with many rounds would take for ever.
 */
const MOST_OF_A_STEP = 64;
const MOST = 4000;

/** Every step that somebody may come to from a step on, once for each way in which the variables may stand there. */
export function* walkPaths(
  plan: Plan,
  known: Known,
  from: NodeId,
): Generator<{ readonly node: Node; readonly reached: Reached; readonly outlook: Outlook }> {
  const seen = new Set<string>();
  const times = new Map<NodeId, number>();
  const coming: Reached[] = [{ node: from, made: {}, open: [], learned: [], rounds: {} }];
  // Nearest first: whoever stands somewhere after fewer rounds has every way that others have, and more.
  for (let place = 0; place < coming.length && seen.size < MOST; place++) {
    const reached = coming[place];
    if (reached === undefined) continue;
    const node = own(plan.nodes, reached.node);
    const key = canonicalJson({ ...reached, rounds: {} });
    if (node === undefined || seen.has(key)) continue;
    seen.add(key);
    const outlook = lookAhead(node, reached, known);
    yield { node, reached, outlook };
    const count = (times.get(node.id) ?? 0) + 1;
    times.set(node.id, count);
    const after = afterStep(plan, node, count > MOST_OF_A_STEP ? forgetting(reached) : reached, known);
    for (const { to, is_done } of outlook.ways) {
      const rounds = roundsOnTheWay(node, to, reached);
      if (rounds !== null) coming.push({ ...(is_done ? after : reached), node: to, rounds });
    }
  }
}

/** Null: there is no further round. */
function roundsOnTheWay(node: Node, to: NodeId, { rounds }: Reached): Reached['rounds'] | null {
  if (node.kind !== 'repeat') return rounds;
  const begun = rounds[node.id] ?? 0;
  if (to !== node.body) return { ...rounds, [node.id]: 0 };
  return begun < node.times ? { ...rounds, [node.id]: begun + 1 } : null;
}

function afterStep(plan: Plan, node: Node, reached: Reached, known: Known): Reached {
  const learned = added(reached.learned, learnedBy(node));
  if (node.kind === 'set') return { ...afterSet(plan.vars, node, reached, known), learned };
  const saved = node.kind === 'action' && node.save_as !== undefined ? [node.save_as] : [];
  return { ...reached, learned, open: added(reached.open, saved) };
}

function afterSet(declared: Vars, { vars }: SetNode, reached: Reached, known: Known): Reached {
  const scope = scopeAt(reached, known);
  const become = Object.entries(vars).map(([name, value]) => {
    if (typeof value !== 'string') return { name, value };
    return { name, value: rehearseTemplate(value, scope, (one) => isOpen(one, reached, known)).text ?? undefined };
  });
  const filled = become.filter(({ value }) => value !== undefined);
  const unfilled = become.filter(({ value }) => value === undefined).map(({ name }) => name);
  return {
    ...reached,
    made: {
      ...reached.made,
      ...readDeclaredVars(declared, Object.fromEntries(filled.map(({ name, value }) => [name, value]))).vars,
    },
    open: added(
      reached.open.filter((name) => !Object.hasOwn(vars, name)),
      unfilled,
    ),
  };
}

const forgetting = (reached: Reached): Reached => ({
  ...reached,
  made: {},
  open: added(reached.open, Object.keys(reached.made)),
});

const added = (names: readonly string[], more: readonly string[]): readonly string[] =>
  more.length === 0 ? names : [...new Set([...names, ...more])].sort();
