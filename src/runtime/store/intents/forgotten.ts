import type { Queryable } from '../../../shared/postgres/database.ts';
import type { IntentRow, NamedStep } from './intent.ts';

/** Of these steps of enrollments that are here the keys of those without an intent. */
export async function findForgotten(db: Queryable, steps: readonly NamedStep[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select given.key from unnest($1::text[], $2::text[]) as given (key, enrollment_id)
       join enrollments e on e.id = given.enrollment_id
      where not exists (select from intents i where i.key = given.key)`,
    [steps.map(({ key }) => key), steps.map(({ enrollment_id }) => enrollment_id)],
  );
  return new Set(rows.map(({ key }) => key));
}

/** As if it were under way: its outcome is recorded next. Under the enrollment's lock. Null: it is here by now. */
export async function insertForgotten(
  tx: Queryable,
  call: NamedStep & Pick<IntentRow, 'account_id' | 'category' | 'action' | 'limit_class'> & { readonly at: Date },
): Promise<IntentRow | null> {
  const { account_id, category, action } = call;
  const { rows } = await tx.query<IntentRow & Record<string, unknown>>(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, wall_created_at, digest)
     select $1, e.id, $3, $4, $5, $6, $7, $8, 'sent', $9, $10, least($10, now()), e.digest from enrollments e where e.id = $2
     on conflict (key) do nothing returning *`,
    [
      ...[call.key, call.enrollment_id, call.node, call.visit, account_id, category, action, call.limit_class],
      JSON.stringify({ account_id, category, action, params: {} }),
      call.at,
    ],
  );
  return rows[0] ?? null;
}

/** People of these enrollments whom the network would name by an id that is not known, with a name by which it can be asked. */
export async function findUnproven(
  db: Queryable,
  enrollmentIds: readonly string[],
): Promise<{ readonly lead_id: string; readonly name: string }[]> {
  const { rows } = await db.query<{ lead_id: string; name: string }>(
    `select distinct on (e.lead_id) e.lead_id, coalesce(l.profile_url, i.value) as name
       from enrollments e join leads l on l.id = e.lead_id join identities i on i.lead_id = e.lead_id and i.kind in ('slug', 'urn')
      where e.id = any($1) and not exists (select from identities p where p.lead_id = e.lead_id and p.kind = 'profile_id')
      order by e.lead_id, i.kind`,
    [[...enrollmentIds]],
  );
  return rows;
}
