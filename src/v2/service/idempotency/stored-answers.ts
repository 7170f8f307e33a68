import { createHash } from 'node:crypto';
import { HOUR } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise, setwiseWrite } from '../../../shared/postgres/shared-transaction.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import { LOCK_RANKS } from '../store/lock-ranks.ts';
import type { HonoredKeys } from './honored-keys.ts';

/** Wall time. */
const KEPT_MS = 24 * HOUR;
const MAX_KEY_LENGTH = 255;

export interface StoredAnswer {
  readonly http_status: number;
  readonly response: object;
}

/** The row of an Idempotency-Key: the answer and, while its call is open, the id of the effect that it has begun. */
export interface KnownCall extends StoredAnswer {
  readonly open_call: string | null;
}

export interface Claim {
  readonly user_id: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** Null where the call has none, or where the owner's are not honored. */
export function idempotencyKeyOf(
  keys: HonoredKeys,
  userId: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  return keys.isHonored(userId) ? readIdempotencyKey(headers['idempotency-key']) : null;
}

function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || header.length > MAX_KEY_LENGTH) {
    throw invalidParams(`Idempotency-Key: one text of at most ${MAX_KEY_LENGTH} characters`);
  }
  return header;
}

/** Two requests are the same when their path and body say the same, whatever the order of the fields. */
export function fingerprintOf(path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${path}\n${JSON.stringify(sorted(body))}`)
    .digest('hex');
}

/**
 * The answer stored under the key, null when this call is the first. Also takes the key for the rest of the transaction:
 * a lock of the database rather than a row, so that a crash leaves nothing behind that says "running".
 */
export async function claimKey(tx: Queryable, claim: Claim): Promise<KnownCall | null> {
  if (!(await takeKey(tx, `${claim.user_id} ${claim.key}`))) throw stillRunning();
  return findAnswer(tx, claim);
}

/** A lock says yes to its own transaction a second time, so of calls that share one and have one key the first gets it. */
const takeKey = setwise(
  async (tx: Queryable, names: readonly string[]): Promise<boolean[]> => {
    const { rows } = await tx.query<{ place: number; taken: boolean }>(
      `select place::int, pg_try_advisory_xact_lock(hashtextextended(name, 4401)) as taken
         from unnest($1::text[]) with ordinality as asked (name, place)`,
      [names],
    );
    const taken = new Map(rows.map((row) => [row.place, row.taken]));
    return names.map((name, index) => taken.get(index + 1) === true && names.indexOf(name) === index);
  },
  { rank: LOCK_RANKS.keys },
);

export const stillRunning = (): ServiceError =>
  new ServiceError('RATE_LIMITED', 'a request with this Idempotency-Key is still running', {
    headers: { 'retry-after': '1' },
  });

/** Without taking the key. Throws where it was used with another body. */
export async function findAnswer(db: Queryable, claim: Claim): Promise<KnownCall | null> {
  const stored = await readStored(db, claim);
  if (!stored) return null;
  if (stored.fingerprint !== claim.fingerprint) {
    throw invalidParams('Idempotency-Key: was used with another body within the last 24 hours');
  }
  const { http_status, response, open_call } = stored;
  return { http_status, response, open_call };
}

interface StoredCall extends KnownCall {
  readonly fingerprint: string;
}

const readStored = setwise(async (db: Queryable, claims: readonly Claim[]): Promise<(StoredCall | undefined)[]> => {
  const { rows } = await db.query<StoredCall & { place: number }>(
    `select place::int, fingerprint, http_status, response, open_call
         from unnest($1::text[], $2::text[]) with ordinality as asked (user_id, key, place)
         join idempotent_requests using (user_id, key) where wall_created_at > $3 or open_call is not null`,
    [claims.map(({ user_id }) => user_id), claims.map(({ key }) => key), new Date(Date.now() - KEPT_MS)],
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return claims.map((_, index) => found.get(index + 1));
});

/**
 * Stores the answer in the transaction of its effect; an expired one under the same key gives way. `openCall`: what the call
 * has begun and not ended; the answer is that of a repeat until then.
 */
export async function storeAnswer(
  tx: Queryable,
  claim: Claim,
  answer: StoredAnswer,
  openCall: string | null = null,
): Promise<void> {
  const { http_status, response } = answer;
  const row = { ...claim, http_status, response: JSON.stringify(response), open_call: openCall };
  await insertStored(tx, row);
}

interface StoredRow extends Claim {
  readonly http_status: number;
  readonly response: string;
  readonly open_call: string | null;
}

const insertStored = setwiseWrite((rows: readonly StoredRow[]) => ({
  text: `insert into idempotent_requests (user_id, key, fingerprint, http_status, response, wall_created_at, open_call)
       select user_id, key, fingerprint, http_status, response::json, $2, open_call
         from ${rowsOf('user_id text, key text, fingerprint text, http_status int, response text, open_call text')} as stored
       on conflict (user_id, key) do update
         set fingerprint = excluded.fingerprint, http_status = excluded.http_status,
             response = excluded.response, wall_created_at = excluded.wall_created_at,
             open_call = excluded.open_call`,
  values: [jsonRows(rows), new Date()],
}));

/** Nothing came of the call: its key can be used as if it had never been. */
export async function freeKey(tx: Queryable, { user_id, key }: Claim): Promise<void> {
  await tx.query('delete from idempotent_requests where user_id = $1 and key = $2', [user_id, key]);
}

export async function forgetExpiredAnswers(db: Queryable): Promise<void> {
  await db.query('delete from idempotent_requests where wall_created_at <= $1 and open_call is null', [
    new Date(Date.now() - KEPT_MS),
  ]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
