import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { isShared, setwise, waitElsewhere } from '../../../shared/postgres/shared-transaction.ts';
import type { FoundIdentity } from '../leads/find-people.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';

interface PeopleLocked {
  /** As `findPeople` finds them. */
  readonly people: readonly FoundIdentity[];
  /** The enrollments of these people. */
  readonly locked: readonly string[];
  /** False: somebody else has one of these, or an event before this one in the same statement is about one of these people. */
  readonly is_free: boolean;
}

/**
 * Finds the people who have these names and locks their enrollments, in one round trip. The names are locked by an earlier statement, so nobody learns one of
 * them meanwhile. Who shares a transaction waits for nobody, as in `lockEnrollmentsOf`.
 */
export async function lockEnrollmentsByNames(tx: Queryable, names: readonly Identity[]): Promise<PeopleLocked> {
  const found = await (isShared(tx) ? lockFree : lockAll)(tx, names);
  if (!found.is_free) waitElsewhere(tx);
  return found;
}

const lockAll = setwise(lockedBy('for no key update'), { rank: LOCK_RANKS.enrollments });
const lockFree = setwise(lockedBy('for no key update skip locked'), { rank: LOCK_RANKS.enrollments });

interface Row extends FoundIdentity {
  readonly asked: number;
  /** An enrollment of theirs; null: they have none. */
  readonly id: string | null;
  readonly is_locked: boolean;
}

function lockedBy(lock: string) {
  return async (tx: Queryable, asked: readonly (readonly Identity[])[]): Promise<PeopleLocked[]> => {
    const names = asked.flatMap((own, place) => own.map((one) => ({ ...one, place })));
    const { rows } = await tx.query<Row & Record<string, unknown>>(
      `with found as materialized (
         select given.asked, given.place, i.kind, i.value, coalesce(l.merged_into, l.id) as lead_id
           from unnest($1::text[], $2::text[], $3::int[]) with ordinality as given (kind, value, asked, place)
           join identities i on i.kind = given.kind and i.value = given.value
           join leads l on l.id = i.lead_id
       ), wanted as materialized (
         select distinct e.id, e.lead_id from found join enrollments e on e.lead_id = found.lead_id
       ), locked as materialized (
         select id from enrollments where id in (select id from wanted) order by id ${lock}
       )
       select found.asked, found.kind, found.value, found.lead_id, wanted.id, locked.id is not null as is_locked
         from found left join wanted on wanted.lead_id = found.lead_id left join locked on locked.id = wanted.id
        order by found.place, wanted.id`,
      [names.map(({ kind }) => kind), names.map(({ value }) => value), names.map(({ place }) => place)],
    );
    const taken = new Set<string>();
    return asked.map((_, place) => {
      const own = rows.filter((row) => row.asked === place);
      const people = new Map(own.map(({ kind, value, lead_id }) => [`${kind}:${value}`, { kind, value, lead_id }]));
      const locked = [...new Set(own.flatMap(({ id }) => id ?? []))];
      const all = [...own.map(({ lead_id }) => lead_id), ...locked];
      const is_free = own.every(({ id, is_locked }) => id === null || is_locked) && !all.some((id) => taken.has(id));
      for (const id of is_free ? all : []) taken.add(id);
      return { people: [...people.values()], locked, is_free };
    });
  };
}
