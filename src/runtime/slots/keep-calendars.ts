import { localDay } from '../../core/calendar/local-day.ts';
import { zoneOf } from '../../core/calendar/zone-of.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { findAccount, lockAccount } from '../store/accounts/find-account.ts';
import { freeMissedSlots, listCalendars } from '../store/slots/list-calendars.ts';
import type { CalendarDeps } from './calendar-deps.ts';
import { pullForward } from './pull-forward.ts';

/**
 * Looks from time to time at the accounts in which somebody waits: slots that nobody came for go to those who wait, and with each
 * new day of an account everybody moves up into what is free. That happens at once when a slot is freed; this is for what frees no slot:
 * a cap that was raised, a step that is paused, one that waits beyond those who were looked at.
 */
export function createCalendarKeeper(deps: CalendarDeps & { readonly db: Database }): (grace: number) => Promise<void> {
  const pulled = new Map<string, string>();
  return async (grace) => {
    const now = deps.clock.now();
    const before = now - grace;
    const calendars = await listCalendars(deps.db);
    for (const id of new Set(calendars.map(({ account_id }) => account_id))) {
      const own = calendars.filter(({ account_id }) => account_id === id);
      const account = await findAccount(deps.db, id);
      if (!account) continue;
      const day = localDay(now, zoneOf(account));
      const isNewDay = pulled.get(id) !== day;
      const isMissed = own.some(({ first_at }) => first_at.getTime() < before);
      if (!isNewDay && !isMissed) continue;
      await deps.db.transaction(async (tx) => {
        await lockAccount(tx, id);
        const missed = isMissed ? await freeMissedSlots(tx, { account_id: id, before: new Date(before) }) : [];
        const all = own.map(({ limit_class }) => ({ account_id: id, limit_class, at: new Date(now) }));
        await pullForward(deps, tx, isNewDay ? all : missed);
      });
      pulled.set(id, day);
    }
  };
}
