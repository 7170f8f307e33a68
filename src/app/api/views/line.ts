import { scheduleZone } from '../../../core/calendar/zone-of.ts';
import { stepWords } from '../../../language/graph/step-words.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { TimelineRow } from '../../../runtime/store/timeline/list-lines.ts';
import { hasAny, type Within } from '../../../runtime/store/within.ts';

export interface LineView extends Pick<TimelineRow, 'at' | 'node' | 'type' | 'title' | 'detail'> {
  /** The step in a few words; null: the line has none of its own, or one that its version does not have. */
  readonly step: string | null;
  /** The zone of the schedule's hours. */
  readonly timezone: string;
}

/**
 * A line as the API tells it. `plan`: that of the version in which its step stood. That the person wrote on an account that is not among
 * `within` is told, and none of their words.
 */
export function viewLine({ heard_on, lead_timezone, ...line }: TimelineRow, plan: Plan, within: Within): LineView {
  const { at, node, type, title } = line;
  const { text: _, ...rest } = line.detail;
  const detail = heard_on === null || hasAny(within, [heard_on]) ? line.detail : rest;
  const step = (node !== null && stepWords(plan).get(node)) || null;
  const timezone = scheduleZone(plan.schedule, { timezone: lead_timezone });
  return { at, node, step, type, title, detail, timezone };
}
