import { type RehearsedCondition, rehearseCondition } from '../expression/rehearse-condition.ts';
import type { Node } from '../plan/node.ts';
import { edgesOf } from '../plan/node-traits.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import { calledInMessages, isOpen, type Known, type Standing, varsAt } from './standing.ts';
import type { Unfit } from './unfit.ts';

/** The condition on which a step is done, and the one that an `if` asks. */
export const conditionsOf = (node: Node): readonly string[] =>
  [conditionOf(node), node.kind === 'if' ? node.test : undefined].filter((one) => one !== undefined);

const conditionOf = (node: Node): string | undefined => ('condition' in node ? node.condition : undefined);

const rehearse = (condition: string, standing: Standing, known: Known): RehearsedCondition =>
  rehearseCondition(condition, { lead: { ...known.lead }, vars: varsAt(standing, known) }, (name) =>
    isOpen(name, standing, known),
  );

/** Why a condition of the step cannot be decided for somebody. */
export function unfitConditions(node: Node, standing: Standing, known: Known): Unfit[] {
  return conditionsOf(node).flatMap((condition): Unfit[] => {
    const { problem, reads } = rehearse(condition, standing, known);
    if (problem === null) return [];
    const vars = varsAt(standing, known);
    const lacking = reads.find(
      (name) => name.startsWith('vars.') && (vars[name.slice('vars.'.length)] ?? null) === null,
    );
    const about = reads.map(calledInMessages).join(', ');
    const message =
      lacking === undefined
        ? `with ${about} as given, the condition "${condition}" cannot be decided: ${problem}`
        : `the condition "${condition}" needs ${calledInMessages(lacking)}`;
    return [{ node: node.id, missing: lacking ?? null, message }];
  });
}

export interface Way {
  readonly to: NodeId;
  /** Not: the step was skipped, and has made nothing. */
  readonly is_done: boolean;
}

/** Whether the step may be done at all, by the condition it is done on. */
export const mayBeDone = (node: Node, standing: Standing, known: Known): boolean =>
  conditionOf(node) === undefined || rehearse(conditionOf(node) ?? '', standing, known).may_hold;

/** Where the walk may go on after the step. What is certain of a condition leaves one way. */
export function waysFrom(node: Node, standing: Standing, known: Known): readonly Way[] {
  const condition = conditionOf(node);
  const skipped = condition !== undefined && rehearse(condition, standing, known).may_not_hold;
  const done = mayBeDone(node, standing, known) ? waysOf(node, standing, known) : [];
  return [
    ...done.map((to) => ({ to, is_done: true })),
    ...(skipped && 'next' in node ? [{ to: node.past ?? node.next, is_done: false }] : []),
  ];
}

function waysOf(node: Node, standing: Standing, known: Known): readonly NodeId[] {
  if (node.kind !== 'if') return edgesOf(node);
  const { may_hold, may_not_hold } = rehearse(node.test, standing, known);
  return [...(may_hold ? [node.then] : []), ...(may_not_hold ? [node.else] : [])];
}
