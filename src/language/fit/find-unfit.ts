import { findAction } from '../../v2/contract/actions.ts';
import { validateParams } from '../../v2/contract/validate-params.ts';
import { rehearseTemplate } from '../expression/rehearse-template.ts';
import { titleOfStep } from '../graph/title-of-step.ts';
import { readDeclared } from '../plan/declared-value.ts';
import type { Node } from '../plan/node.ts';
import { fillsOf } from '../plan/node-traits.ts';
import type { ActionNode, ParamValue } from '../plan/nodes/action.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Filled } from '../plan/nodes/filled.ts';
import type { SetNode } from '../plan/nodes/set.ts';
import type { Plan } from '../plan/plan.ts';
import { mayFail } from './may-fail.ts';
import { calledInMessages, isOpen, type Known, type Reached, scopeAt } from './reached.ts';
import type { Unfit } from './unfit.ts';
import { walkPaths } from './walk-paths.ts';
import { wrongWith } from './wrong-with.ts';

/**
 * Finds the values somebody brings that would make a step fail, on whichever path from a step on; each once. Empty: nothing
 * would fail.
 */
export function findUnfit(plan: Plan, known: Known, from: NodeId = plan.start): readonly Unfit[] {
  if (!mayFail(plan, known)) return [];
  const found = new Map<string, Unfit>();
  for (const { node, reached, outlook } of walkPaths(plan, known, from)) {
    for (const unfit of outlook.unfit) found.set(unfit.message, unfit);
    if (!outlook.may_be_done) continue;
    const texts = fillsOf(node).flatMap((filled) => unfitText(plan, node, filled, reached, known));
    const refused = texts.length === 0 && node.kind === 'action' ? unfitAction(plan, node, reached, known) : [];
    const set = texts.length === 0 && node.kind === 'set' ? unfitSet(plan, node, reached, known) : [];
    for (const unfit of [...texts, ...refused, ...set]) found.set(unfit.message, unfit);
  }
  return [...found.values()];
}

function unfitText(plan: Plan, node: Node, filled: Filled, reached: Reached, known: Known): Unfit[] {
  const { template, as, what } = filled;
  const { text, problems } = rehearseTemplate(
    template,
    scopeAt(reached, known),
    (name) => isOpen(name, reached, known),
    { as },
  );
  const unfit = (message: string, missing: string | null = null): Unfit => ({ node: node.id, missing, message });
  const failed = problems.map(({ missing, message, reads }) =>
    missing === undefined
      ? unfit(`${reads.map(calledInMessages).join(', ')}: ${message}`)
      : unfit(`${what} of ${quoted(plan, node)} needs ${calledInMessages(missing)}`, withoutLead(missing)),
  );
  const wrong = text === null || failed.length > 0 ? null : wrongWith(text, filled);
  return wrong === null ? failed : [unfit(`${what} of ${quoted(plan, node)} ${wrong}`)];
}

/** Finds the variables of a `set` whose new value is not what their default declares. */
function unfitSet(plan: Plan, node: SetNode, reached: Reached, known: Known): Unfit[] {
  return Object.entries(node.vars).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? filledText(value, reached, known) : null;
    const { [name]: fallback = null } = plan.vars;
    const read = text === null ? null : readDeclared(fallback, text);
    if (read === null || read.ok) return [];
    return [{ node: node.id, missing: null, message: `in ${quoted(plan, node)}, vars.${name} ${read.error}` }];
  });
}

/** Against the contract, where all its params are known. */
function unfitAction(plan: Plan, node: ActionNode, reached: Reached, known: Known): Unfit[] {
  const definition = findAction(node.category, node.action);
  const params = filledParam(node.params, reached, known);
  if (definition === undefined || params === undefined) return [];
  const checked = validateParams(definition, params, node.channel);
  if (checked.ok) return [];
  return [{ node: node.id, missing: null, message: `${quoted(plan, node)} would be refused: ${checked.error}` }];
}

/** Undefined: something of it is not known yet. */
function filledParam(value: ParamValue, reached: Reached, known: Known): ParamValue | undefined {
  if (typeof value === 'string') return filledText(value, reached, known) ?? undefined;
  if (typeof value !== 'object' || value === null) return value;
  const filled = Object.entries(value).map(([name, item]) => [name, filledParam(item, reached, known)] as const);
  if (filled.some(([, item]) => item === undefined)) return undefined;
  const items = filled.map(([name, item]) => [name, item ?? null] as const);
  return Array.isArray(value) ? items.map(([, item]) => item) : Object.fromEntries(items);
}

/** Null: something in it is not known yet. */
const filledText = (template: string, reached: Reached, known: Known): string | null =>
  rehearseTemplate(template, scopeAt(reached, known), (name) => isOpen(name, reached, known)).text;

const quoted = (plan: Plan, { id }: Node): string => `“${titleOfStep(plan, id)}”`;

const withoutLead = (name: string): string => calledInMessages(name).replace(/^lead\./, '');
