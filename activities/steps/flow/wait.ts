import { waitUntil } from '../../../src/core/calendar/wait-until.ts';
import { scheduleZone } from '../../../src/core/calendar/zone-of.ts';
import type { WaitNode } from '../../../src/language/plan/nodes/wait.ts';
import type { WaitForNode } from '../../../src/language/plan/nodes/wait-for.ts';
import type { StepDeps } from '../../deps.ts';
import type { StepContext } from '../../look/context.ts';
import type { Prepared } from '../prepared.ts';
import type { OwnStep } from '../step.ts';

export const waitStep: OwnStep<WaitNode | WaitForNode> = { prepare: prepareWait };

/**
 * Computes the deadline of waits that need a calendar, which all but plain durations do. A plain one comes for its
 * condition alone.
 */
function prepareWait(deps: StepDeps, context: StepContext, node: WaitNode | WaitForNode): Prepared {
  const duration = node.kind === 'wait' ? node.duration : deadlineOf(node);
  if (duration.unit === 'ms') return { is: 'decided', result: { status: 'done' }, title: null };
  const { schedule } = context.plan;
  const zone = scheduleZone(schedule, { timezone: context.lead?.timezone ?? null });
  const until = waitUntil(duration, deps.clock.now(), zone, schedule);
  const text = `Waits ${duration.unit === 'business_days' ? daysOf(duration.count) : 'for its time'}`;
  return { is: 'decided', result: { status: 'wait', until, text }, title: null };
}

function deadlineOf({ within }: WaitForNode): WaitNode['duration'] {
  if (typeof within === 'number') return { unit: 'ms', count: within };
  return { unit: 'business_days', count: within.business_days };
}

const daysOf = (count: number): string => `${count} business day${count === 1 ? '' : 's'}`;
