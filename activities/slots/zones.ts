import { isZone } from '../../src/calendar/zone-offsets.ts';
import type { Schedule } from '../../src/plan/plan.ts';

/** The zone that a schedule's hours are read in for a lead. */
export function scheduleZone(schedule: Schedule, leadZone: string | null): string {
  if (schedule.timezone !== 'lead') return schedule.timezone;
  return leadZone !== null && isZone(leadZone) ? leadZone : schedule.fallback_timezone;
}
