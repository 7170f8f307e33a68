import type { Queryable } from '../../../shared/postgres/database.ts';
import { type InJson, jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { isShared, setwise, waitElsewhere } from '../../../shared/postgres/shared-transaction.ts';
import { ONLY_LOCKS } from '../../../shared/postgres/statements.ts';
import type { PausedBy, PauseQuestion } from '../control/pauses.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';

/** SQL: the columns of a `LockedEnrollment`. */
export const COLUMNS = `e.id, e.digest, e.status, e.outcome, e.stop_outcome, e.stop_event_id, e.replied_at, e.lead_id, e.away_until, e.unclear_since, e.paused, e.told as instruction,
              e.progress`;

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
  /** Since when a person has to say what a mail of theirs means: nothing is sent meanwhile. */
  readonly unclear_since: Date | null;
  readonly paused: boolean;
  /** The instruction that a person gave for one visit of a step, whether the walk has heard of it or not. */
  readonly instruction: StepInstruction | null;
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

/**
 * The same with the pause above it, as `readPauses` finds it: that lock is taken first, and the row read as it is behind both. What was committed while
 * they were waited for counts of these two alone, so all else that counts is to be asked in a statement behind this one.
 */
export async function lockEnrollmentUnderPauses(tx: Queryable, asked: PauseQuestion): Promise<UnderPauses | null> {
  const locked = await (isShared(tx) ? lockFreeUnderPauses : lockAllUnderPauses)(tx, asked);
  if (locked === null) waitElsewhere(tx);
  return locked;
}

interface UnderPauses {
  readonly enrollment: LockedEnrollment;
  readonly pause: PausedBy | null;
}

const lockAllUnderPauses = setwise(lockedUnderPauses('for no key update of e'), { rank: LOCK_RANKS.enrollments });
const lockFreeUnderPauses = setwise(lockedUnderPauses('for no key update of e skip locked'), {
  rank: LOCK_RANKS.enrollments,
});

function lockedUnderPauses(lock: string) {
  return async (tx: Queryable, asked: readonly PauseQuestion[]): Promise<(UnderPauses | null)[]> => {
    const { rows } = await tx.query<LockedEnrollment & { pause: InJson<PausedBy> | null } & Record<string, unknown>>(
      `with held as materialized ( ${ONLY_LOCKS}
         select asked.enrollment_id, to_jsonb(found) as pause
           from ${rowsOf('enrollment_id text, account_ids text[], campaign_id text, sequence text', '$2')} as asked
           left join lateral read_hold(asked.enrollment_id, asked.account_ids, asked.campaign_id, asked.sequence) as found on true
       )
       select ${COLUMNS}, held.pause from held join enrollments e on e.id = held.enrollment_id
        where e.id = any($1) order by e.id ${lock}`,
      [asked.map(({ enrollment_id }) => enrollment_id), jsonRows(asked)],
    );
    const found = new Map(
      rows.map(({ pause, ...enrollment }) => [
        enrollment.id,
        { enrollment, pause: pause && { ...pause, at: new Date(pause.at) } },
      ]),
    );
    return asked.map(({ enrollment_id }) => found.get(enrollment_id) ?? null);
  };
}

const lockAll = setwise(lockedBy('for no key update'));
const lockFree = setwise(lockedBy('for no key update skip locked'), { rank: LOCK_RANKS.enrollments });

function lockedBy(lock: string) {
  return async (tx: Queryable, ids: readonly string[]): Promise<(LockedEnrollment | null)[]> => {
    const { rows } = await tx.query<LockedEnrollment & Record<string, unknown>>(
      `select ${COLUMNS} from enrollments e where e.id = any($1) order by e.id ${lock}`,
      [[...ids]],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  };
}
