import { backoffInSql } from '../../../shared/postgres/backoff-in-sql.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { namesErased } from '../erasure/erased-hash.ts';

/** Kinds of names by which the professional network knows a person. */
export const PROFILE_KINDS = ['slug', 'profile_id', 'urn'] as const;
const KINDS_IN_SQL = `('${PROFILE_KINDS.join("', '")}')`;

/** A reply that nobody fits, by the names that it gives its author. */
export interface ReplyOfNobody {
  readonly account_id: string;
  /** Kinds of the names in `keys`. */
  readonly kinds: readonly string[];
  /** `kind:value` */
  readonly keys: readonly string[];
}

/** SQL: the lead `lead` is known on the network, and by no name of these kinds (text[]). */
const isUnproven = (lead: string, kinds: string): string =>
  `exists (select from identities known where known.lead_id = ${lead} and known.kind in ${KINDS_IN_SQL})
   and not exists (select from identities known where known.lead_id = ${lead} and known.kind = any(${kinds}))`;

/**
 * Finds those of these replies that may be from somebody who is written to from this account and not known by such a name, or who was so and has been
 * erased. An author who was asked for before is left out.
 */
export async function findSomebodys(
  tx: Queryable,
  asked: readonly ReplyOfNobody[],
): Promise<ReadonlySet<ReplyOfNobody>> {
  const { rows } = await tx.query<{ place: number }>(
    `with given as (
       select * from ${rowsOf('place int, account_id text, kinds text[], keys text[]')} as given
     ), unproven as (
       select of.account_id, of.kinds from (select distinct account_id, kinds from given) as of
        where exists (select from enrollments e
                       where e.senders ->> 'professional' = of.account_id and e.status <> 'finished'
                         and e.started_at is not null and ${isUnproven('e.lead_id', 'of.kinds')})
           or not exists (select from unnest(of.kinds) as named (kind)
                           where not exists (select from unproven_erased u
                                              where u.account_id = of.account_id and u.kind = named.kind))
     )
     select given.place from given join unproven using (account_id, kinds)
      where not exists (select from events v join unmatched_replies r on r.event_id = v.event_id
                         where v.keys <> '{}' and v.keys && given.keys)
        and not ${namesErased('given.keys')}`,
    [jsonRows(asked.map((one, place) => ({ place, ...one })))],
  );
  return new Set(rows.flatMap(({ place }) => asked[place] ?? []));
}

export const mayBeSomebodys = setwise(async (tx: Queryable, asked: readonly ReplyOfNobody[]): Promise<boolean[]> => {
  const found = await findSomebodys(tx, asked);
  return asked.map((one) => found.has(one));
});

/**
 * Inserts a reply whose author is not known. From the commit on nobody who may have written it is contacted. `lockPauses` is held, so that each step
 * that began before has ended.
 */
export async function insertUnmatchedReply(
  tx: Queryable,
  row: Pick<ReplyOfNobody, 'account_id' | 'kinds'> & { readonly event_id: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `insert into unmatched_replies (event_id, account_id, kinds, state, wall_due_at, created_at)
     values ($1, $2, $3, 'asking', now(), $4)
     on conflict (event_id) do nothing`,
    [row.event_id, row.account_id, [...row.kinds], row.at],
  );
}

/** A reply from which a step waits to be told apart. */
export interface UnmatchedReply {
  readonly event_id: string;
  readonly account_id: string;
  readonly state: 'asking' | 'person';
}

/** SQL: a reply `r` may be of anybody who is written to from the account of the enrollment `e`. An index holds only those of which this is true. */
const MAY_BE_OF_ANYBODY = `r.state <> 'done' and r.account_id = e.senders ->> 'professional'`;

/** SQL: whether there is any such reply; if not, `UNMATCHED_REPLY` is null. */
export const HAS_UNMATCHED_REPLY = `exists (select from unmatched_replies r where ${MAY_BE_OF_ANYBODY} offset 0)`;

/** SQL: the reply that may be of the person of the enrollment `e`; null: there is none. */
export const UNMATCHED_REPLY = `(
  select to_jsonb(reply) from (
    select r.event_id, r.account_id, r.state from unmatched_replies r join events v on v.event_id = r.event_id
     where ${MAY_BE_OF_ANYBODY} and v.state in ('pending', 'unmatched') and ${isUnproven('e.lead_id', 'r.kinds')}
     order by r.created_at, r.event_id limit 1) as reply)`;

export interface Holds {
  /** The one who is asked for the author. */
  readonly asks: 'service' | 'person';
  /** Why the service has not said it yet. */
  readonly note: string | null;
  /** Enrollments that may not contact anybody meanwhile. */
  readonly enrollments: number;
}

/** SQL: whom the event `events` holds, as `Holds`. */
export const HOLDS = `(
  select jsonb_build_object('asks', case r.state when 'asking' then 'service' else 'person' end, 'note', r.note, 'enrollments', (
           select count(*) from enrollments e
            where e.senders ->> 'professional' = r.account_id and e.status <> 'finished' and e.started_at is not null
              and ${isUnproven('e.lead_id', 'r.kinds')}))
    from unmatched_replies r where r.event_id = events.event_id and r.state <> 'done')`;

export interface AskedReply {
  readonly event_id: string;
  readonly account_id: string;
  readonly tries: number;
}

const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 15 * 60_000;

/** Those of whom the service is to be asked now. Each is the caller's alone; asked in vain, it comes again later and later. */
export async function claimUnmatchedReplies(db: Queryable, limit: number): Promise<AskedReply[]> {
  const { rows } = await db.query<AskedReply & Record<string, unknown>>(
    `update unmatched_replies
        set tries = tries + 1,
            wall_due_at = now() + ${backoffInSql('tries + 1', '$2::float8', '$3::float8')} * interval '1 millisecond'
      where event_id in (
        select r.event_id from unmatched_replies r join events v on v.event_id = r.event_id
         where r.state = 'asking' and v.state = 'unmatched' and r.wall_due_at <= now()
         order by r.wall_due_at limit $1 for update of r skip locked)
     returning event_id, account_id, tries`,
    [limit, FIRST_WAIT, LONGEST_WAIT],
  );
  return rows;
}

/** Why the service did not say who it is; `person`: it will not. */
export async function noteUnanswered(
  db: Queryable,
  row: { readonly event_id: string; readonly state: 'asking' | 'person'; readonly note: string },
): Promise<void> {
  await db.query(`update unmatched_replies set state = $2, note = $3 where event_id = $1 and state = 'asking'`, [
    row.event_id,
    row.state,
    row.note,
  ]);
}

/** Lists replies that hold nobody back any more: their author is known, or they were left. */
export async function listResolvedReplies(db: Queryable, limit: number): Promise<UnmatchedReply[]> {
  const { rows } = await db.query<UnmatchedReply & Record<string, unknown>>(
    `select r.event_id, r.account_id, r.state from unmatched_replies r left join events v on v.event_id = r.event_id
      where r.state <> 'done' and coalesce(v.state, '') not in ('pending', 'unmatched')
      order by r.event_id limit $1`,
    [limit],
  );
  return rows;
}

/** Closes replies. `lockPauses` is held, so that every enrollment that was held by one of them is seen to be held. */
export async function closeUnmatchedReplies(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  await tx.query(`update unmatched_replies set state = 'done', note = null where event_id = any($1)`, [[...eventIds]]);
}
