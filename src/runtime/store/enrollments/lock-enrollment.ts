import type { Queryable } from '../../../shared/postgres/database.ts';
import { isShared, setwise, waitElsewhere } from '../../../shared/postgres/shared-transaction.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';

export type StepInstruction = { readonly id: string; readonly node: string; readonly visit: number } & (
  | { readonly do: 'skip' | 'retry' }
  /** `until`: epoch ms, virtual time. */
  | { readonly do: 'reschedule'; readonly until: number }
);

export interface LockedEnrollment {
  readonly id: string;
  readonly digest: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly stop_outcome: string | null;
  readonly stop_event_id: string | null;
  readonly replied_at: Date | null;
  readonly lead_id: string | null;
  /** Out of office: no sends before then. */
  readonly away_until: Date | null;
  readonly paused: boolean;
  /** What a person asked of one visit of a step, whether the walk has heard of it or not. */
  readonly told: StepInstruction | null;
  /** How far the walk was when its last snapshot was written; empty: none was. */
  readonly progress: readonly number[];
}

/**
 * The last look at the stop flags. The lock is what makes it the last: a stop that is not committed yet waits for the intent,
 * one that is committed is seen here. Locks are taken in the order names, enrollment, account, intent. Not `for update`, because a writer of
 * a row that refers to it would wait as well, and holds later locks already. In a shared transaction nothing is waited for: an enrollment
 * that another transaction has locked waits in one of its own.
 */
export async function lockEnrollment(tx: Queryable, id: string): Promise<LockedEnrollment | null> {
  const locked = await (isShared(tx) ? lockFree : lockAll)(tx, id);
  if (locked === null) waitElsewhere(tx);
  return locked;
}

const lockAll = setwise(lockedBy('for no key update'));
const lockFree = setwise(lockedBy('for no key update skip locked'), { rank: LOCK_RANKS.enrollments });

function lockedBy(lock: string) {
  return async (tx: Queryable, ids: readonly string[]): Promise<(LockedEnrollment | null)[]> => {
    const { rows } = await tx.query<LockedEnrollment & Record<string, unknown>>(
      `select id, digest, status, outcome, stop_outcome, stop_event_id, replied_at, lead_id, away_until, paused, told, progress
         from enrollments where id = any($1) order by id ${lock}`,
      [[...ids]],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  };
}
