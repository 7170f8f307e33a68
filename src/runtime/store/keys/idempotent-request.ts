import type { Queryable } from '../../../shared/postgres/database.ts';

/** How long a stored answer is given again. Wall time: it belongs to the wire. */
const KEPT = "interval '24 hours'";
/** A request that never came to its answer (its process died) blocks its key no longer than this: one that runs renews it. */
const ABANDONED = "interval '2 minutes'";

export interface StoredRequest {
  readonly kind: 'stored';
  readonly request_hash: string;
  /** 0 while it is still running. */
  readonly status: number;
  readonly body: unknown;
}

interface Key {
  readonly key_id: string;
  readonly key: string;
}

/** `first`: the key is this request's from now on. Else the request that has it, with its answer once there is one. */
export async function beginIdempotentRequest(
  db: Queryable,
  { key_id, key, request_hash }: Key & { readonly request_hash: string },
): Promise<{ readonly kind: 'first' } | StoredRequest> {
  const begun = await db.query(
    `insert into idempotent_requests as stored (key_id, key, request_hash, status, body) values ($1, $2, $3, 0, 'null')
     on conflict (key_id, key) do update set request_hash = excluded.request_hash, status = 0, body = 'null', wall_created_at = now()
      where stored.wall_created_at < now() - case stored.status when 0 then ${ABANDONED} else ${KEPT} end`,
    [key_id, key, request_hash],
  );
  if (begun.rowCount === 1) return { kind: 'first' };
  const { rows } = await db.query<Omit<StoredRequest, 'kind'>>(
    'select request_hash, status, body from idempotent_requests where key_id = $1 and key = $2',
    [key_id, key],
  );
  // The request was forgotten in between, because the one that had the key has just failed.
  return { kind: 'stored', ...(rows[0] ?? { request_hash, status: 0, body: null }) };
}

/** `request_hash`: of the whole request, which may not have been there when it began. */
export async function answerIdempotentRequest(
  db: Queryable,
  answer: Key & { readonly request_hash: string; readonly status: number; readonly body: string },
): Promise<void> {
  const { key_id, key, request_hash, status, body } = answer;
  await db.query(
    'update idempotent_requests set request_hash = $3, status = $4, body = $5 where key_id = $1 and key = $2',
    [key_id, key, request_hash, status, body],
  );
}

/** Notes that a request is still under way, so that nobody takes its key for abandoned. */
export async function renewIdempotentRequest(db: Queryable, { key_id, key }: Key): Promise<void> {
  await db.query(
    'update idempotent_requests set wall_created_at = now() where key_id = $1 and key = $2 and status = 0',
    [key_id, key],
  );
}

/** Nothing came of the request: it failed on our side, or was refused. Its key may be used again. */
export async function forgetIdempotentRequest(db: Queryable, { key_id, key }: Key): Promise<void> {
  await db.query('delete from idempotent_requests where key_id = $1 and key = $2 and status = 0', [key_id, key]);
}

/** Nobody is given these answers any more. */
export async function purgeIdempotentRequests(db: Queryable): Promise<void> {
  await db.query(`delete from idempotent_requests where wall_created_at < now() - ${KEPT}`);
}
