import { type RehearsedCondition, rehearseCondition } from '../expression/rehearse-condition.ts';
import type { Node } from '../plan/node.ts';
import { edgesOf } from '../plan/node-traits.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import { calledInMessages, isOpen, type Known, type Reached, varsAt } from './reached.ts';
import type { Unfit } from './unfit.ts';

/** The condition on which a step is done, and the one that an `if` asks. */
export const conditionsOf = (node: Node): readonly string[] =>
  [conditionOf(node), node.kind === 'if' ? node.test : undefined].filter((one) => one !== undefined);

const conditionOf = (node: Node): string | undefined => ('condition' in node ? node.condition : undefined);

/** The answer of a step's conditions for somebody who comes to it. */
export interface Outlook {
  /** Why one of them cannot be decided. */
  readonly unfit: readonly Unfit[];
  /** Whether the step may be done at all. */
  readonly may_be_done: boolean;
  /** The ways on which the walk may go on. A condition that is certain leaves one. */
  readonly ways: readonly Way[];
}

export interface Way {
  readonly to: NodeId;
  /** Not: the step was skipped, and has made nothing. */
  readonly is_done: boolean;
}

export function lookAhead(node: Node, reached: Reached, known: Known): Outlook {
  const condition = conditionOf(node);
  const own = condition === undefined ? null : rehearse(condition, reached, known);
  const test = node.kind === 'if' ? rehearse(node.test, reached, known) : null;
  const may_be_done = own?.may_hold ?? true;
  const skipped = own?.may_not_hold && 'next' in node ? [{ to: node.past ?? node.next, is_done: false }] : [];
  return {
    unfit: [own, test].flatMap((rehearsed) => unfitOf(node, rehearsed, varsAt(reached, known))),
    may_be_done,
    ways: [...(may_be_done ? waysOf(node, test).map((to) => ({ to, is_done: true })) : []), ...skipped],
  };
}

interface Rehearsed extends RehearsedCondition {
  readonly condition: string;
}

const rehearse = (condition: string, reached: Reached, known: Known): Rehearsed => ({
  condition,
  ...rehearseCondition(condition, { lead: { ...known.lead }, vars: varsAt(reached, known) }, (name) =>
    isOpen(name, reached, known),
  ),
});

function unfitOf(node: Node, rehearsed: Rehearsed | null, vars: Readonly<Record<string, unknown>>): Unfit[] {
  if (rehearsed === null || rehearsed.problem === null) return [];
  const { condition, problem, reads } = rehearsed;
  const lacking = reads.find((name) => name.startsWith('vars.') && (vars[name.slice('vars.'.length)] ?? null) === null);
  const about = reads.map(calledInMessages).join(', ');
  const message =
    lacking === undefined
      ? `with ${about} as given, the condition "${condition}" cannot be decided: ${problem}`
      : `the condition "${condition}" needs ${calledInMessages(lacking)}`;
  return [{ node: node.id, missing: lacking ?? null, message }];
}

function waysOf(node: Node, test: Rehearsed | null): readonly NodeId[] {
  if (node.kind !== 'if' || test === null) return edgesOf(node);
  return [...(test.may_hold ? [node.then] : []), ...(test.may_not_hold ? [node.else] : [])];
}
