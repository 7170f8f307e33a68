import { addBusinessDays } from '../../src/calendar/business-days.ts';
import type { WaitNode } from '../../src/plan/nodes/wait.ts';
import type { StepContext } from '../context.ts';
import { formatTime } from '../format-time.ts';
import { scheduleZone } from '../slots/zones.ts';
import type { Prepared } from './prepared.ts';

/** Business days need a calendar, so their deadline is computed here. A plain wait comes for its condition alone. */
export function prepareWait(context: StepContext, node: WaitNode, now: number): Prepared {
  if (node.duration.unit !== 'business_days') return { is: 'decided', result: { status: 'done' }, title: null };
  const { schedule } = context.plan;
  const zone = scheduleZone(schedule, context.lead?.timezone ?? null);
  const { count } = node.duration;
  const until = addBusinessDays(now, count, zone, schedule);
  const text = `Waits ${count} business day${count === 1 ? '' : 's'}, until ${formatTime(until, zone)}`;
  return { is: 'decided', result: { status: 'wait', until, text }, title: null };
}
