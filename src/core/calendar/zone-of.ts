import type { Schedule } from '../../language/plan/plan.ts';
import { MAIN_ZONES } from './main-zones.ts';
import { isZone } from './zone-offsets.ts';

/** An account's zone: its own setting, else its country's main zone, else UTC. */
export function zoneOf(account: { readonly timezone?: string | null; readonly country?: string | null }): string {
  if (account.timezone && isZone(account.timezone)) return account.timezone;
  return MAIN_ZONES[account.country?.toUpperCase() ?? ''] ?? 'UTC';
}

/** The zone a schedule's hours are read in for one lead; a lead without a zone that exists has the fallback's. */
export function scheduleZone(
  schedule: Pick<Schedule, 'timezone' | 'fallback_timezone'>,
  lead: { readonly timezone?: string | null },
): string {
  if (schedule.timezone !== 'lead') return schedule.timezone;
  return lead.timezone && isZone(lead.timezone) ? lead.timezone : schedule.fallback_timezone;
}
