import { scheduleZone } from '../../../core/calendar/zone-of.ts';
import { stepWords } from '../../../language/graph/step-words.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { TimelineRow } from '../../../runtime/store/timeline/list-lines.ts';

export interface LineView extends Pick<TimelineRow, 'at' | 'node' | 'type' | 'title' | 'detail'> {
  /** What the step does, in a few words; null: none of its own, or one that its version does not have. */
  readonly step: string | null;
  /** The zone of the schedule's hours. */
  readonly timezone: string;
}

/** A line as the API tells it. `plan`: that of the version in which its step stood. */
export function viewLine({ at, node, type, title, detail, lead_timezone }: TimelineRow, plan: Plan): LineView {
  const step = (node !== null && stepWords(plan).get(node)) || null;
  const timezone = scheduleZone(plan.schedule, { timezone: lead_timezone });
  return { at, node, step, type, title, detail, timezone };
}
