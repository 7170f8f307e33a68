import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { lockPersonOf } from '../answers/lock-person-of.ts';
import { lockEnrollmentsOf } from '../enrollments/lock-enrollments.ts';

/** Somebody of ours has a conversation before them, or writes in it; until `wall_until`, wall time, unless they say so again. */
export interface PresenceRow {
  /** The id of their key or session. */
  readonly who: string;
  readonly name: string;
  readonly status: 'reading' | 'writing';
  readonly wall_until: Date;
}

export interface ConversationOf {
  readonly lead_id: string;
  readonly account_id: string;
}

/** How long it holds without being said again, wall milliseconds: whoever types says so every few seconds. */
export const PRESENCE_MS = 20_000;

/**
 * Says it once more. Whoever begins to write waits for a step that is about to send to the person, and is seen by each later one: once this is
 * done, no sequence sends anything until the lease ends. Of somebody who was erased meanwhile nothing is written.
 */
export async function renewPresence(
  db: Database,
  { lead_id, account_id, who, name, status }: ConversationOf & Omit<PresenceRow, 'wall_until'>,
): Promise<void> {
  await retryConflicts(() =>
    db.transaction(async (tx) => {
      await lockPersonOf(tx, { lead_id });
      if (status === 'writing') await lockEnrollmentsOf(tx, [lead_id]);
      await tx.query(
        `insert into presences (lead_id, account_id, who, name, status, wall_until)
         select $1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 millisecond' where exists (select from leads where id = $1)
         on conflict (lead_id, account_id, who) do update
            set name = excluded.name, status = excluded.status, wall_until = excluded.wall_until`,
        [lead_id, account_id, who, name, status, PRESENCE_MS],
      );
    }),
  );
}

/** Ends a presence: somebody has left, or has sent what they wrote. */
export async function endPresence(db: Queryable, { lead_id, account_id }: ConversationOf, who: string): Promise<void> {
  await db.query('delete from presences where lead_id = $1 and account_id = $2 and who = $3', [
    lead_id,
    account_id,
    who,
  ]);
}

/** Those who are there now; whoever writes comes first. */
export async function listPresences(db: Queryable, { lead_id, account_id }: ConversationOf): Promise<PresenceRow[]> {
  const { rows } = await db.query<PresenceRow & Record<string, unknown>>(
    `select who, name, status, wall_until from presences
      where lead_id = $1 and account_id = $2 and wall_until > clock_timestamp() order by status desc, name, who`,
    [lead_id, account_id],
  );
  return rows;
}

export async function purgePresences(db: Queryable): Promise<void> {
  await db.query('delete from presences where wall_until < clock_timestamp()');
}
