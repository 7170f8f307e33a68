import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { clearBounces } from '../../store/addresses/address-reports.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import { listMailsOf, listReportsAfter } from '../../store/events/list-reports.ts';
import { findPass, movePass } from '../../store/leads/name-pass.ts';
import { tryToReadActivity } from '../reading/read-activity.ts';
import { noteReports } from './note-reports.ts';

const AT_ONCE = 500;

/**
 * Notes with each address the bounces and complaints that earlier versions received, as far as their events are kept. It runs before a role begins,
 * so that nobody is enrolled at an address that is known to be dead; and once more when the version before has long been gone, which may have
 * received some meanwhile. After a crash it continues at the place where it was.
 */
export async function bringAddressReports({ db }: { readonly db: Database }, passes: 1 | 2): Promise<void> {
  for (let pass = await findPass(db, 'addresses', passes); pass !== null; ) {
    const events = await listReportsAfter(db, pass.place, AT_ONCE);
    for (const event of events) await db.transaction((tx) => bring(tx, event));
    const next = events.length < AT_ONCE ? null : (events.at(-1)?.event_id ?? null);
    await movePass(db, 'addresses', pass.place, next);
    pass = next === null ? null : { place: next };
  }
}

async function bring(tx: Queryable, event: EventRow): Promise<void> {
  const activity = tryToReadActivity(event);
  if (activity?.kind !== 'bounce' && activity?.kind !== 'complaint') return;
  const { lead_id } = event;
  const addresses = await noteReports(tx, event, activity, lead_id === null ? [] : [lead_id]);
  if (lead_id === null) return;
  for (const mail of await listMailsOf(tx, lead_id, event.occurred_at)) {
    const answer = tryToReadActivity(mail);
    if (answer?.kind !== 'reply') continue;
    const from = answer.author.from.map(({ value }) => value).filter((value) => addresses.includes(value));
    await clearBounces(tx, from, mail.occurred_at);
  }
}
