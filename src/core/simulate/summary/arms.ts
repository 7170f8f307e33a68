import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import { isSend } from '../../../language/plan/node-traits.ts';
import { leastShare, type SplitNode } from '../../../language/plan/nodes/split.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { ArmPerson } from '../../experiments/arm-person.ts';
import { countArms } from '../../experiments/count-arms.ts';
import { type OptimizedFigures, optimizedFigures, sharesByDay } from '../../experiments/optimized-figures.ts';
import type { SimulatedSplit } from '../simulation.ts';
import type { EnrollmentRun, Run, TimelineLine } from '../walk/walk-input.ts';
import { readingOrder } from './reading-order.ts';

/** Counts what the arms of each split bring, as `overture experiments` will count it. */
export function armsOf(plan: Plan, run: Run): SimulatedSplit[] {
  const own = run.enrollments.filter(({ sequence }) => sequence === plan.sequence);
  return readingOrder(plan).flatMap((node) => {
    if (!('arms' in node)) return [];
    const people = own.flatMap((enrollment) => personAt(plan, node, enrollment) ?? []);
    const optimized = optimizedOf(plan, node, run);
    const named = { sequence: plan.sequence, node: node.id, title: titleOfStep(plan, node.id) };
    return [{ ...named, arms: countArms(node.arms, people), optimized }];
  });
}

/** How it has divided them; null: as its weights say, or nobody came to it. */
function optimizedOf({ sequence }: Plan, { id, arms }: SplitNode, { experiments }: Run): OptimizedFigures | null {
  const found = experiments.find((one) => one.sequence === sequence && one.node === id);
  if (!found) return null;
  return optimizedFigures({ ...found, least: leastShare(arms.length), over_time: sharesByDay(found.choices) });
}

/** Null: who did not come to the split. */
function personAt(
  { nodes }: Plan,
  { id, arms }: SplitNode,
  { timeline, outcome, finished_at, ...came }: EnrollmentRun,
): ArmPerson | null {
  const entered = timeline.findIndex(({ node, result }) => node === id && arms.some(({ name }) => name === result));
  const choice = timeline[entered];
  if (!choice) return null;
  const first = (is: (line: TimelineLine) => boolean) =>
    timeline.find((line, n) => n > entered && is(line))?.at ?? null;
  const since = (at: number | null) => (at !== null && at >= choice.at ? at : null);
  const isContact = ({ node, result }: TimelineLine) => {
    const step = nodes[node];
    return result === 'done' && step !== undefined && isSend(step);
  };
  return {
    ...{ arm: choice.result, entered_at: choice.at, contacted_at: first(isContact) },
    accepted_at: since(came.accepted_at),
    replied_at: since(came.replied_at),
    unsubscribed_at: outcome === 'unsubscribed' ? finished_at : null,
    bounced_at: outcome === 'bounced' ? finished_at : null,
  };
}
