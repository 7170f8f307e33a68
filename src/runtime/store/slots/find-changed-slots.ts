import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { SLOTS_OF_SEQUENCES } from './slot.ts';

/** A slot as the calendar in memory keeps it. */
export interface ChangedSlot {
  readonly id: string;
  readonly rev: string;
  /** Null: it is free again. */
  readonly place: {
    /** Id of the enrollment or of the answer. */
    readonly enrollment_id: string;
    readonly node: string;
    readonly visit: number;
    readonly sequence: string;
    readonly campaign_id: string | null;
    readonly weight: number;
    readonly limit_class: string;
    readonly at: Date;
    readonly local_day: string;
    readonly local_week: string;
    readonly state: 'booked' | 'used';
    readonly amount: number;
    readonly urgent: boolean;
    readonly domain: string | null;
    /** 0: of the step's present call; else of an earlier one, which failed. */
    readonly spent: number;
  } | null;
}

type Row = NonNullable<ChangedSlot['place']> & {
  readonly account_id: string;
  readonly id: string;
  readonly rev: string;
  readonly freed: boolean;
  readonly epoch: string;
};

export interface ChangedSlots {
  /**
   * Names the tables that were read. Another one than before: Postgres may have been set back (a failover that lost commits, a restore),
   * and the numbers of changes with it, so that what was read before may never have been.
   */
  readonly epoch: string;
  readonly changes: readonly ChangedSlot[];
}

/**
 * Nobody sets a table back without one of these: another server, the start of this one, another database, other files of the table.
 * A start that lost nothing costs a look at the whole calendar.
 */
export const EPOCH = `select concat_ws('/', pg_postmaster_start_time(), (select oid from pg_database where datname = current_database()),
                                pg_relation_filenode('slots')) as epoch`;

const PLACES = `
          select s.id, s.rev, false as freed, coalesce(s.enrollment_id, s.answer_id) as enrollment_id, s.node, s.visit, coalesce(e.sequence, '') as sequence, e.campaign_id, coalesce(c.weight, 1) as weight,
                 s.limit_class, s.at, s.local_day::text as local_day, s.local_week::text as local_week, s.state, s.amount, s.urgent, s.domain, s.spent
            from ${SLOTS_OF_SEQUENCES} left join campaigns c on c.id = e.campaign_id`;

/** SQL: whether a slot `s` has changed since the look `asked` before, by its number; days decide only what is needed of those. */
const SINCE = 's.account_id = asked.account_id and s.rev > asked.since and s.local_day - asked.week >= 0';

/** SQL: what changed since the look `asked` of a calendar that was read before, as columns of `PLACES`. */
export const CHANGED_SINCE = `
          ${PLACES} where asked.since > 0 and ${SINCE}
          union all
          select f.slot_id, f.rev, true, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
            from freed_slots f where f.account_id = asked.account_id and f.rev > asked.since and asked.since > 0`;

/**
 * Lists what changed among the account's slots since `rev`, in order. The answer is exact under the account's lock, which every change of its slots
 * holds. It begins with the week `week`: caps and distances need no older slots.
 *
 * A calendar that is read whole goes by its days, a later look by the numbers of changes. The statement is planned once for both, and where
 * one condition held both ways, the plan that happened to be kept read all slots of the account at each look: hence two parts, and a
 * comparison of days that no index can answer in the second.
 */
export const findChangedSlots = setwise(async (tx: Queryable, asked: readonly Asked[]): Promise<ChangedSlots[]> => {
  // Those who share a transaction ask the same of an account.
  const accounts = new Map(asked.map((query) => [query.account_id, query]));
  const queries = [...accounts.values()];
  const { rows } = await tx.query<Row & Record<string, unknown>>(
    `select tables.epoch, changes.* from (${EPOCH}) as tables left join (
       select asked.account_id, found.*
         from unnest($1::text[], $2::bigint[], $3::date[]) as asked (account_id, since, week)
        cross join lateral (
          ${PLACES} where asked.since = 0 and s.account_id = asked.account_id and s.local_day >= asked.week
          union all ${CHANGED_SINCE}
        ) as found
     ) as changes on true order by rev`,
    [queries.map((one) => one.account_id), queries.map(({ since }) => since), queries.map(({ week }) => week)],
  );
  const changes = groupBy(
    rows.filter(({ id }) => id !== null),
    ({ account_id }) => account_id,
  );
  const epoch = rows[0]?.epoch ?? '';
  return asked.map(({ account_id }) => ({ epoch, changes: (changes.get(account_id) ?? []).map(changeOf) }));
});

interface Asked {
  readonly account_id: string;
  readonly week: string;
  readonly since: string;
}

const changeOf = ({ id, rev, freed, epoch: _, account_id: __, ...place }: Row): ChangedSlot => ({
  id,
  rev,
  place: freed ? null : place,
});

/** Forgets what was freed long ago: whoever has not looked since then reads the calendar anew. */
export async function purgeFreedSlots(db: Queryable, olderThanMs: number): Promise<void> {
  await db.query(`delete from freed_slots where wall_at < now() - $1 * interval '1 millisecond'`, [olderThanMs]);
}
