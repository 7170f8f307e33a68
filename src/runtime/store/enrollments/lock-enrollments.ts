import type { Queryable } from '../../../shared/postgres/database.ts';
import { Conflict } from '../../../shared/postgres/retry-conflicts.ts';
import {
  isShared,
  requireOwnTransaction,
  setwise,
  waitElsewhere,
} from '../../../shared/postgres/shared-transaction.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';

/**
 * Locks these enrollments in the order of their ids. An update of many takes its rows in whatever order the plan meets them, and two
 * that meet the same two rows in opposite orders wait for each other for good: who changes several locks them first.
 */
export async function lockEnrollments(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.query('select from enrollments where id = any($1) order by id for no key update', [[...ids]]);
}

/** Before an update of the same rows, and of nothing else: one row has no order, and its update locks it. */
export async function lockSeveral(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 1) await lockEnrollments(tx, ids);
}

/**
 * All of these people, and of the colleagues whom their answer stops: who goes through one person after the other would otherwise
 * take the rows of the second after those of the first. Who shares a transaction waits for nobody here, and has no person or enrollment
 * that another one in it has: it would not see what that one makes of them.
 */
export async function lockEnrollmentsOf(
  tx: Queryable,
  leadIds: readonly string[],
  { colleagues = false }: { readonly colleagues?: boolean } = {},
): Promise<string[]> {
  if (isShared(tx)) {
    const locked = await lockFree(tx, { lead_ids: leadIds, colleagues });
    if (locked === 'shared') requireOwnTransaction(tx);
    if (locked === 'held') waitElsewhere(tx);
    if (typeof locked !== 'string') return locked;
  }
  const { rows } = await tx.query<{ id: string }>(
    `with wanted as materialized (
       select id from enrollments where lead_id = any($1)
       union
       select e.id
         from leads own join leads other on other.company_key = own.company_key join enrollments e on e.lead_id = other.id
        where $2 and own.id = any($1) and e.status <> 'finished'
     )
     select e.id from enrollments e where e.id in (select id from wanted) order by e.id for no key update`,
    [[...leadIds], colleagues],
  );
  return rows.map(({ id }) => id);
}

/** Nobody locks those of `ids` that came after `locked` were: out of order, they would wait for each other with somebody who has one and wants the others. */
export function refuseLate(ids: readonly string[], locked: readonly string[]): void {
  const late = ids.find((id) => !locked.includes(id));
  if (late !== undefined) throw new Conflict(`${late} was enrolled while the enrollments of its person were locked`);
}

interface PeopleToLock {
  readonly lead_ids: readonly string[];
  readonly colleagues: boolean;
}

/** `held`: somebody else has one of them. `shared`: somebody who shares the transaction has. */
const lockFree = setwise(
  async (tx: Queryable, asked: readonly PeopleToLock[]): Promise<(string[] | 'held' | 'shared')[]> => {
    const people = asked.flatMap(({ lead_ids, colleagues }, place) =>
      lead_ids.map((lead_id) => ({ place, lead_id, colleagues })),
    );
    const { rows } = await tx.query<{ place: number; id: string; free: boolean }>(
      `with asked as materialized (
         select * from unnest($1::int[], $2::text[], $3::bool[]) as asked (place, lead_id, colleagues)
       ), wanted as materialized (
         select a.place, e.id from asked a join enrollments e on e.lead_id = a.lead_id
         union
         select a.place, e.id
           from asked a join leads own on own.id = a.lead_id join leads other on other.company_key = own.company_key
           join enrollments e on e.lead_id = other.id
          where a.colleagues and e.status <> 'finished'
       ), free as materialized (
         select id from enrollments where id in (select id from wanted) order by id for no key update skip locked
       )
       select wanted.place, wanted.id, free.id is not null as free from wanted left join free using (id) order by wanted.id`,
      [people.map(({ place }) => place), people.map(({ lead_id }) => lead_id), people.map((one) => one.colleagues)],
    );
    const taken = new Set<string>();
    return asked.map(({ lead_ids }, place) => {
      const own = rows.filter((row) => row.place === place);
      if (own.some(({ free }) => !free)) return 'held';
      const all = [...lead_ids, ...own.map(({ id }) => id)];
      if (all.some((id) => taken.has(id))) return 'shared';
      for (const id of all) taken.add(id);
      return own.map(({ id }) => id);
    });
  },
  { rank: LOCK_RANKS.enrollments },
);
