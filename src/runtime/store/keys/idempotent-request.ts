import type { Queryable } from '../../../shared/postgres/database.ts';

/** How long a stored answer is given again. Wall time: it belongs to the wire. */
const KEPT = "interval '24 hours'";
/** A request that never came to its answer (its process died) blocks its key no longer than this. */
const ABANDONED = "interval '2 minutes'";

export type BegunRequest =
  | { readonly kind: 'first' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown };

/** Status 0 marks a request that is still running. */
export async function beginIdempotentRequest(
  db: Queryable,
  request: { readonly key_id: string; readonly key: string; readonly request_hash: string },
): Promise<BegunRequest> {
  const { key_id, key, request_hash } = request;
  const begun = await db.query(
    `insert into idempotent_requests as stored (key_id, key, request_hash, status, body) values ($1, $2, $3, 0, 'null')
     on conflict (key_id, key) do update set request_hash = excluded.request_hash, status = 0, body = 'null', wall_created_at = now()
      where stored.wall_created_at < now() - case stored.status when 0 then ${ABANDONED} else ${KEPT} end`,
    [key_id, key, request_hash],
  );
  if (begun.rowCount === 1) return { kind: 'first' };
  const { rows } = await db.query<{ request_hash: string; status: number; body: unknown }>(
    'select request_hash, status, body from idempotent_requests where key_id = $1 and key = $2',
    [key_id, key],
  );
  const stored = rows[0];
  if (stored === undefined) return { kind: 'running' };
  if (stored.request_hash !== request_hash) return { kind: 'other_request' };
  return stored.status === 0 ? { kind: 'running' } : { kind: 'answered', status: stored.status, body: stored.body };
}

export async function answerIdempotentRequest(
  db: Queryable,
  answer: { readonly key_id: string; readonly key: string; readonly status: number; readonly body: string },
): Promise<void> {
  await db.query('update idempotent_requests set status = $3, body = $4 where key_id = $1 and key = $2', [
    answer.key_id,
    answer.key,
    answer.status,
    answer.body,
  ]);
}

/** The request failed on our side: its key may be used again. */
export async function forgetIdempotentRequest(db: Queryable, request: { key_id: string; key: string }): Promise<void> {
  await db.query('delete from idempotent_requests where key_id = $1 and key = $2 and status = 0', [
    request.key_id,
    request.key,
  ]);
}

/** Nobody is given these answers any more. */
export async function purgeIdempotentRequests(db: Queryable): Promise<void> {
  await db.query(`delete from idempotent_requests where wall_created_at < now() - ${KEPT}`);
}
