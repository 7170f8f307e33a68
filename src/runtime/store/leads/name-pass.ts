import type { Queryable } from '../../../shared/postgres/database.ts';

export type Passed = 'suppressions' | 'people' | 'events' | 'addresses' | 'namesakes';

/** Finds the place behind which the next pass over these rows goes on. Null: there is none to do now. */
export async function findPass(
  db: Queryable,
  what: Passed,
  passes: number,
): Promise<{ readonly place: string } | null> {
  const { rows } = await db.query<{ place: string }>(
    `select place from name_passes where what = $1 and passes < $2 and (passes = 0 or wall_passed_at < now() - interval '1 hour')`,
    [what, passes],
  );
  return rows[0] ?? null;
}

/** `place` null: it has come to the end. */
export async function movePass(db: Queryable, what: Passed, from: string, place: string | null): Promise<void> {
  await db.query(
    `update name_passes set place = coalesce($3, ''), passes = passes + ($3 is null)::int,
            wall_passed_at = case when $3 is null then now() else wall_passed_at end
      where what = $1 and place = $2`,
    [what, from, place],
  );
}

export interface StoredPerson {
  readonly id: string;
  readonly profile_url: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly country: string | null;
  readonly names: readonly { readonly kind: string; readonly value: string }[];
}

/** People who were not merged with an older one, in the order of their ids. */
export async function listPeopleAfter(db: Queryable, place: string, limit: number): Promise<StoredPerson[]> {
  const { rows } = await db.query<StoredPerson & Record<string, unknown>>(
    `select l.id, l.profile_url, l.email, l.phone_number, l.country,
            coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) from identities i
                       where i.lead_id = l.id and i.kind <> 'conversation'), '[]') as names
       from leads l where l.id > $1 and l.merged_into is null order by l.id limit $2`,
    [place, limit],
  );
  return rows;
}
