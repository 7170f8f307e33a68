import type { InMailStock } from '../../core/calendar/caps.ts';
import { monthOf, moreInMails, nextRenewal } from '../../core/calendar/inmail-stock.ts';
import type { NetworkProfile } from '../../core/calendar/network-profile.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { listInMailSlots } from '../store/slots/count-inmails.ts';
import { readInMailStock } from './account-rules.ts';

/** The InMails of a seat, as far as they are known. */
export interface InMails {
  /** InMails of the seat that are not sent yet, until the next month begins. */
  readonly left: number;
  /** Booked for steps, of this month and of later ones. */
  readonly booked: number;
  /** Neither sent nor promised: how many steps that ask now get one. */
  readonly free: number;
  /** Null: nobody tells how many come. */
  readonly per_month: number | null;
  /** The first of the next month, in UTC. */
  readonly renews_at: Date;
}

/** Null: its balance was never read, or it has no seat. */
export async function readInMails(
  db: Queryable,
  account: Pick<AccountRow, 'id' | 'inmail_balance' | 'inmail_read_at'>,
  profile: NetworkProfile | null,
  now: number,
): Promise<InMails | null> {
  const stock = await readInMailStock(db, account, profile);
  if (stock === null) return null;
  const booked = (await listInMailSlots(db, account.id)).map((at) => at.getTime());
  return {
    ...{ left: leftNow(stock, now), booked: booked.length, free: moreInMails(stock, booked, now) },
    ...{ per_month: stock.per_month, renews_at: new Date(nextRenewal(now)) },
  };
}

const leftNow = ({ left, at, per_month }: InMailStock, now: number): number =>
  Math.max(0, left + Math.max(0, monthOf(now) - monthOf(at)) * (per_month ?? 0));
