import type { Database } from '../../shared/postgres/database.ts';
import { purgeFreedSlots } from '../store/slots/find-changed-slots.ts';
import { FREED_KEPT } from './account-calendars.ts';

/** Nobody needs the list of slots that were freed an hour ago: whoever keeps a calendar has looked since, or reads it anew. */
export async function tidyCalendars({ db }: { readonly db: Database }): Promise<void> {
  await purgeFreedSlots(db, FREED_KEPT);
}
