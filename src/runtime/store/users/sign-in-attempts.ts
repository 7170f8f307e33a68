import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';

export interface Attempted {
  readonly kind: 'account' | 'address';
  readonly hash: string;
}

/** So many fail without a wait. */
const FREE = { account: 5, address: 20 } as const;
/** Then each failure doubles the wait, from a second up to this. Short enough that nobody is locked out of an account for long by others. */
const LONGEST_WAIT = "interval '1 minute'";
/** Failures that lie so far back are forgotten. */
const FORGOTTEN = "interval '1 day'";

/**
 * Begins an attempt to sign in, by all that it is counted by: it counts as failed until it has succeeded, so that many at once gain nothing. Gives
 * how many seconds of wall time to wait, and does not count it then; 0: it may be tried. In Postgres: a restart forgets nothing, and all
 * processes count together.
 */
export async function beginAttempt(db: Database, attempted: readonly Attempted[]): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(`delete from sign_in_attempts where wall_last_at < now() - ${FORGOTTEN}`);
    const ordered = attempted.toSorted((one, other) => compareTexts(one.kind, other.kind));
    let wait = 0;
    for (const one of ordered) wait = Math.max(wait, await lockAttempts(tx, one));
    if (wait > 0) return wait;
    for (const { kind, hash } of ordered) {
      await tx.query(
        `update sign_in_attempts
            set failed = failed + 1, wall_last_at = clock_timestamp(),
                wall_blocked_until = clock_timestamp() + case when failed + 1 < $3 then interval '0'
                  else least(${LONGEST_WAIT}, interval '1 second' * power(2, least(failed + 1 - $3, 20))) end
          where kind = $1 and hash = $2`,
        [kind, hash, FREE[kind]],
      );
    }
    return 0;
  });
}

/** Seconds until it may be tried again. */
async function lockAttempts(tx: Queryable, { kind, hash }: Attempted): Promise<number> {
  await tx.query(
    `insert into sign_in_attempts (kind, hash, failed, wall_last_at, wall_blocked_until) values ($1, $2, 0, now(), now())
     on conflict do nothing`,
    [kind, hash],
  );
  await tx.query('select from sign_in_attempts where kind = $1 and hash = $2 for update', [kind, hash]);
  const { rows } = await tx.query<{ wait: number }>(
    `select ceil(extract(epoch from wall_blocked_until - clock_timestamp()))::int as wait
       from sign_in_attempts where kind = $1 and hash = $2`,
    [kind, hash],
  );
  return Math.max(0, rows[0]?.wait ?? 0);
}

/** Ends an attempt that succeeded. All failures of this account are forgotten; for the address, only that this attempt did not fail. */
export async function endAttempt(db: Queryable, attempted: readonly Attempted[]): Promise<void> {
  for (const { kind, hash } of attempted) {
    await db.query(
      kind === 'account'
        ? 'delete from sign_in_attempts where kind = $1 and hash = $2'
        : 'update sign_in_attempts set failed = greatest(0, failed - 1), wall_blocked_until = now() where kind = $1 and hash = $2',
      [kind, hash],
    );
  }
}
