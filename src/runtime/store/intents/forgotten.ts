import type { Queryable } from '../../../shared/postgres/database.ts';
import type { IntentRow, NamedAnswer, NamedStep } from './intent.ts';

export interface WithoutIntent {
  readonly key: string;
  /** True where its enrollment or its answer is here. */
  readonly is_owned: boolean;
}

/**
 * Finds those of these calls that have no intent. `succeeded` comes from the service's log: where an intent says that nothing happened it is that of
 * an earlier try, and the intent of the successful one is missing.
 */
export async function findWithoutIntent(
  db: Queryable,
  calls: readonly ((NamedStep | NamedAnswer) & { readonly succeeded: boolean })[],
): Promise<readonly WithoutIntent[]> {
  const { rows } = await db.query<WithoutIntent & Record<string, unknown>>(
    `select given.key, exists (select from enrollments where id = given.owner) or exists (select from answers where id = given.owner) as is_owned
       from unnest($1::text[], $2::text[], $3::boolean[]) as given (key, owner, succeeded)
      where not exists (select from intents i where i.key = given.key and not (given.succeeded and i.state = 'not_done'))
        and not exists (select from unowned_calls u where u.key = given.key)`,
    [
      calls.map(({ key }) => key),
      calls.map((call) => ('answer_id' in call ? call.answer_id : call.enrollment_id)),
      calls.map(({ succeeded }) => succeeded),
    ],
  );
  return rows;
}

export type ForgottenCall = Pick<IntentRow, 'key' | 'node' | 'visit' | 'limit_class' | 'request'> & {
  readonly at: Date;
} & ({ readonly enrollment_id: string } | { readonly answer_id: string });

/**
 * Inserts the intent of a call as if it were under way; its outcome is recorded next. Its enrollment or its answer is locked. Null: the intent is
 * here by now.
 */
export async function insertForgotten(tx: Queryable, call: ForgottenCall): Promise<IntentRow | null> {
  const { account_id, category, action } = call.request;
  const of = { enrollment_id: null, answer_id: null, ...call };
  const { rows } = await tx.query<IntentRow & Record<string, unknown>>(
    `insert into intents (key, enrollment_id, answer_id, node, visit, account_id, category, action, limit_class, state, request, created_at,
                          wall_created_at, digest)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, 'sent', $10, $11, least($11, now()),
            coalesce((select digest from enrollments where id = $2), (select digest from answers where id = $3))
     on conflict (key) do update
        set state = 'sent', request = intents.request - 'first', sends = intents.sends + 1, lookups = 0, settled_at = null, error_code = null, error_text = null,
            created_at = excluded.created_at, wall_created_at = excluded.wall_created_at
      where intents.state = 'not_done'
     returning *`,
    [
      ...[call.key, of.enrollment_id, of.answer_id, call.node, call.visit, account_id, category, action],
      ...[call.limit_class, JSON.stringify(call.request), call.at],
    ],
  );
  return rows[0] ?? null;
}

/** A person says whether the call of somebody else was this one. Where it was not, the step makes its own, of which nothing has gone out yet. */
export async function markAsked(tx: Queryable, key: string, text: string): Promise<void> {
  await tx.query(`update intents set state = 'unknown', error_text = $2 where key = $1`, [key, text]);
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
