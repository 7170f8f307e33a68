import { backoff } from '../../../shared/kit/backoff.ts';
import { MINUTE, SECOND } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { announce } from '../announcements/announce.ts';
import { noteGap } from './gap.ts';
import { wakeBooked } from './wake-booked.ts';
import { wakeParked } from './wake-parked.ts';

/** A backoff that the service asked for, or that grows with each refusal in a row. */
interface WireBackoff {
  readonly account_id: string;
  readonly reason: string;
  readonly at: Date;
  readonly wall_now: number;
}

const DEFAULT_WAIT = 10 * SECOND;
const LONGEST_WAIT = 15 * MINUTE;

/**
 * Backoff after a 429: the service asks the account to slow down. Refusals of calls that were under way together make one backoff; a
 * refusal that comes after it doubles the next. Returns the wall time at which it ends.
 */
export async function slowDown(
  tx: Queryable,
  given: WireBackoff & { readonly retry_after_ms: number | null },
): Promise<number> {
  const { held, repeats } = await readBackoff(tx, given);
  const again = held === null ? repeats + 1 : Math.max(1, repeats);
  const asked = given.retry_after_ms ?? DEFAULT_WAIT;
  // What the service names itself is never shortened. Where that was not enough, waits double, and never from a second or less.
  const wait = again === 1 ? asked : Math.max(asked, backoff(again, Math.max(asked, DEFAULT_WAIT), LONGEST_WAIT));
  const until = Math.max(held ?? 0, given.wall_now + wait);
  await tx.query(
    `update accounts set wall_held_until = $2, hold_repeats = $3, held_reason = $4,
            held_since = case when $5 then $6 else coalesce(held_since, $6) end,
            held_steps = case when $5 then 0 else held_steps end
      where id = $1`,
    [given.account_id, new Date(until), again, given.reason, held === null, given.at],
  );
  return until;
}

/**
 * The account cannot be used until it is connected again. `refused`: a call of its own was refused so, maybe against what the list of
 * accounts says; then it is believed for a while, ever longer. Returns since when it is so.
 */
export async function disconnectAccount(
  tx: Queryable,
  given: WireBackoff & { readonly status: string; readonly refused: boolean },
): Promise<Date> {
  const { held, repeats, status } = await readBackoff(tx, given);
  const again = given.refused && held === null ? repeats + 1 : repeats;
  // The first time the list of accounts is believed as soon as it says that the account is back.
  const wait = again < 2 ? 0 : backoff(again - 1, DEFAULT_WAIT, LONGEST_WAIT);
  const { rows } = await tx.query<{ held_since: Date }>(
    `update accounts set status = $2, held_reason = $3, hold_repeats = $4,
            wall_held_until = case when $5 then greatest(wall_held_until, $6) else wall_held_until end,
            held_since = case when $7 then $8 else coalesce(held_since, $8) end
      where id = $1 returning held_since`,
    [
      given.account_id,
      given.status,
      given.reason,
      again,
      given.refused,
      new Date(given.wall_now + wait),
      status === 'connected',
      given.at,
    ],
  );
  if (status === 'connected') {
    await wakeBooked(tx, given.account_id, given.at);
    const detail = { reason: given.reason };
    await announce(tx, { type: 'account.disconnected', at: given.at, account_id: given.account_id, detail });
  }
  return rows[0]?.held_since ?? given.at;
}

/** Notes that an account is connected again. Its steps are called again, and wait until it has been searched for what happened meanwhile. */
export async function reconnectAccount(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await tx.query(
    `update accounts set status = 'connected', held_reason = null, held_since = null, held_steps = 0
      where id = $1`,
    [accountId],
  );
  await noteGap(tx, { account_id: accountId, reason: 'it was signed out', at });
  await wakeParked(tx, { account_id: accountId }, at);
  await announce(tx, { type: 'account.recovered', at, account_id: accountId, detail: { after: 'disconnection' } });
}

/**
 * A call of the account went through after its backoff, so the next one begins small again. It proves nothing about a lost connection:
 * the call was on its way before.
 */
export async function markAccountWell(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(
    `update accounts set hold_repeats = 0, held_since = null
      where id = $1 and hold_repeats > 0 and status = 'connected' and coalesce(wall_held_until < clock_timestamp(), true)`,
    [accountId],
  );
}

/** Counts the steps of the account that wait for the end of its backoff, this one included: each comes back after those before it. */
export async function countWaitingStep(tx: Queryable, accountId: string): Promise<number> {
  const { rows } = await tx.query<{ held_steps: number }>(
    'update accounts set held_steps = held_steps + 1 where id = $1 returning held_steps',
    [accountId],
  );
  return rows[0]?.held_steps ?? 1;
}

/** The wall time until which it backs off now, and how often in a row it did. */
async function readBackoff(
  tx: Queryable,
  { account_id, wall_now }: WireBackoff,
): Promise<{ held: number | null; repeats: number; status: string }> {
  const { rows } = await tx.query<{ wall_held_until: Date | null; hold_repeats: number; status: string }>(
    'select wall_held_until, hold_repeats, status from accounts where id = $1 for no key update',
    [account_id],
  );
  const held = rows[0]?.wall_held_until?.getTime() ?? 0;
  return {
    held: held > wall_now ? held : null,
    repeats: rows[0]?.hold_repeats ?? 0,
    status: rows[0]?.status ?? 'connected',
  };
}

/** Ends what puts the account off, before its time is over, as a person has asked. False: nothing does, or nobody knows until when. */
export async function endBackoff(tx: Queryable, accountId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update accounts set wall_held_until = null, hold_repeats = 0, held_since = null, held_steps = 0
      where id = $1 and status = 'connected' and wall_held_until > clock_timestamp()`,
    [accountId],
  );
  return rowCount === 1;
}

/** The network takes no more of this class from the account before then. */
export async function backOffClass(
  tx: Queryable,
  given: { readonly account_id: string; readonly limit_class: string; readonly until: Date; readonly reason: string },
): Promise<void> {
  await tx.query(
    `insert into class_holds (account_id, limit_class, until, reason) values ($1, $2, $3, $4)
     on conflict (account_id, limit_class) do update
        set until = greatest(class_holds.until, excluded.until), reason = excluded.reason`,
    [given.account_id, given.limit_class, given.until, given.reason],
  );
}
