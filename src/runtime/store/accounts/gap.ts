import { DAY, MINUTE } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { requestReconciliation } from '../events/request-reconciliation.ts';
import { NOBODY_LISTENS } from './account.ts';
import { wakeParked } from './wake-parked.ts';

/** Virtual milliseconds. Clocks of two services differ, and what happened is told a little later. */
const MARGIN = 5 * MINUTE;

/**
 * Events of the account may be missing, from `since` or from when it was last heard: from the commit on nothing is sent from it until its
 * inbox has been searched from before that. Nothing where nobody has listened to the account yet.
 */
export async function noteGap(
  tx: Queryable,
  gap: { readonly account_id: string; readonly reason: string; readonly at: Date; readonly since?: Date | null },
): Promise<void> {
  const { rows } = await tx.query<{ since: Date }>(
    `update accounts a
        set gap_since = least(a.gap_since, coalesce($3::timestamptz, a.heard_until)),
            gap_searched_until = null,
            gap_reason = case when a.gap_reason is null then $2
                              when position($2 in a.gap_reason) > 0 or length(a.gap_reason) > 500 then a.gap_reason
                              else a.gap_reason || '; ' || $2 end
      where a.id = $1 and a.heard_until is not null
      returning gap_since as since`,
    [gap.account_id, gap.reason, gap.since ?? null],
  );
  const [noted] = rows;
  if (noted === undefined) return;
  const since = new Date(noted.since.getTime() - MARGIN);
  const { account_id, reason, at } = gap;
  await requestReconciliation(tx, { account_id, reason, depth: 'full', since, at, not_within: 0 });
}

/** The inbox has been searched up to `until`. What was found is ingested next, and then the gap ends. */
export async function noteGapSearched(tx: Queryable, accountId: string, until: Date): Promise<void> {
  await tx.query(
    'update accounts set gap_searched_until = $2, gap_waits = null where id = $1 and gap_since is not null',
    [accountId, until],
  );
}

/** The search cannot go on now: those who wait for it say why from now on. */
export async function noteGapWaits(tx: Queryable, accountId: string, why: string, at: Date): Promise<void> {
  const { rowCount } = await tx.query(
    'update accounts set gap_waits = $2 where id = $1 and gap_since is not null and gap_waits is distinct from $2',
    [accountId, why],
  );
  if (rowCount === 1) await wakeParked(tx, { account_id: accountId }, at);
}

/**
 * Ends the gaps that have been searched and whose findings are ingested, and wakes who waited. Returns whether there was one. An account
 * of which an event waits to be ingested stays held: it may be the answer.
 */
export async function endGaps(tx: Queryable, at: Date): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>(
    `update accounts a
        set heard_until = greatest(a.heard_until, a.gap_searched_until), gap_since = null, gap_reason = null,
            gap_searched_until = null, gap_waits = null
      where a.id in (select id from accounts where gap_searched_until is not null order by id for no key update)
        and not exists (select from events e where e.state = 'pending' and e.account_id = a.id)
      returning a.id`,
  );
  for (const { id } of rows) await wakeParked(tx, { account_id: id }, at);
  return rows.length > 0;
}

/**
 * Notes that these accounts were heard until `until`. An account whose clock says an earlier time than it was heard until has been set back: what
 * happens until it has caught up could pass for old, so it is searched for.
 */
export async function noteHeard(tx: Queryable, accountIds: readonly string[], until: Date, at: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from accounts where id = any($1) and heard_until > $2::timestamptz + $3 * interval '1 millisecond'
      order by id for no key update`,
    [[...accountIds], at, MARGIN],
  );
  for (const { id } of rows) {
    await noteGap(tx, { account_id: id, reason: 'the clock was set back', at, since: until });
    await tx.query('update accounts set heard_until = $2 where id = $1', [id, until]);
  }
  await tx.query(
    `update accounts set heard_until = $2
      where id in (select id from accounts where id = any($1) order by id for no key update)
        and gap_since is null and (heard_until is null or heard_until < $2)`,
    [[...accountIds], until],
  );
}

/**
 * Events of these accounts reach us now, by a look at the V2 service. Those that nobody had listened to for minutes send nothing since; who waited for
 * that is woken.
 */
export async function noteListening(tx: Queryable, accountIds: readonly string[], at: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string; was_without_listener: boolean }>(
    `update accounts a set wall_listened_at = now()
       from (select id, ${NOBODY_LISTENS} as was_without_listener from accounts where id = any($1) order by id for no key update) as seen
      where a.id = seen.id returning a.id, seen.was_without_listener`,
    [[...accountIds]],
  );
  for (const { id, was_without_listener } of rows)
    if (was_without_listener) await wakeParked(tx, { account_id: id }, at);
}

/** Reads how many credits searches of the account may still cost until `until`, of `per_day` a day. */
export async function readSearchBudget(
  db: Queryable,
  accountId: string,
  per_day: number,
  at: Date,
): Promise<{ readonly left: number; readonly until: Date }> {
  const { rows } = await db.query<{ since: Date; spent: number }>(
    `select searches_since as since, searches_credits as spent from accounts
      where id = $1 and searches_since > $2::timestamptz - interval '1 day' and searches_since <= $2`,
    [accountId, at],
  );
  const [day = { since: at, spent: 0 }] = rows;
  return { left: per_day - day.spent, until: new Date(day.since.getTime() + DAY) };
}

export async function addToSearchBudget(db: Queryable, accountId: string, credits: number, at: Date): Promise<void> {
  if (credits === 0) return;
  await db.query(
    `update accounts set
        searches_credits = $2 + case when searches_since > $3::timestamptz - interval '1 day' and searches_since <= $3 then searches_credits else 0 end,
        searches_since = case when searches_since > $3::timestamptz - interval '1 day' and searches_since <= $3 then searches_since else $3 end
      where id = $1`,
    [accountId, credits, at],
  );
}
