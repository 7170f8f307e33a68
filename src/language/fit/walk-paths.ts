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
import { isOpen, type Known, type Standing, scopeAt } from './standing.ts';

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
): Generator<{ readonly node: Node; readonly standing: Standing; readonly outlook: Outlook }> {
  const seen = new Set<string>();
  const times = new Map<NodeId, number>();
  const coming: Standing[] = [{ node: from, made: {}, open: [], learned: [], rounds: {} }];
  // Nearest first: whoever stands somewhere after fewer rounds has every way that others have, and more.
  for (let place = 0; place < coming.length && seen.size < MOST; place++) {
    const standing = coming[place];
    if (standing === undefined) continue;
    const node = own(plan.nodes, standing.node);
    const key = canonicalJson({ ...standing, rounds: {} });
    if (node === undefined || seen.has(key)) continue;
    seen.add(key);
    const outlook = lookAhead(node, standing, known);
    yield { node, standing, outlook };
    const count = (times.get(node.id) ?? 0) + 1;
    times.set(node.id, count);
    const after = afterStep(plan, node, count > MOST_OF_A_STEP ? forgetting(standing) : standing, known);
    for (const { to, is_done } of outlook.ways) {
      const rounds = roundsOnTheWay(node, to, standing);
      if (rounds !== null) coming.push({ ...(is_done ? after : standing), node: to, rounds });
    }
  }
}

/** Null: there is no further round. */
function roundsOnTheWay(node: Node, to: NodeId, { rounds }: Standing): Standing['rounds'] | null {
  if (node.kind !== 'repeat') return rounds;
  const begun = rounds[node.id] ?? 0;
  if (to !== node.body) return { ...rounds, [node.id]: 0 };
  return begun < node.times ? { ...rounds, [node.id]: begun + 1 } : null;
}

function afterStep(plan: Plan, node: Node, standing: Standing, known: Known): Standing {
  const learned = added(standing.learned, learnedBy(node));
  if (node.kind === 'set') return { ...afterSet(plan.vars, node, standing, known), learned };
  const saved = node.kind === 'action' && node.save_as !== undefined ? [node.save_as] : [];
  return { ...standing, learned, open: added(standing.open, saved) };
}

function afterSet(declared: Vars, { vars }: SetNode, standing: Standing, known: Known): Standing {
  const scope = scopeAt(standing, known);
  const become = Object.entries(vars).map(([name, value]) => {
    if (typeof value !== 'string') return { name, value };
    return { name, value: rehearseTemplate(value, scope, (one) => isOpen(one, standing, known)).text ?? undefined };
  });
  const told = become.filter(({ value }) => value !== undefined);
  const untold = become.filter(({ value }) => value === undefined).map(({ name }) => name);
  return {
    ...standing,
    made: {
      ...standing.made,
      ...readDeclaredVars(declared, Object.fromEntries(told.map(({ name, value }) => [name, value]))).vars,
    },
    open: added(
      standing.open.filter((name) => !Object.hasOwn(vars, name)),
      untold,
    ),
  };
}

const forgetting = (standing: Standing): Standing => ({
  ...standing,
  made: {},
  open: added(standing.open, Object.keys(standing.made)),
});

const added = (names: readonly string[], more: readonly string[]): readonly string[] =>
  more.length === 0 ? names : [...new Set([...names, ...more])].sort();
