import type { Queryable } from '../../../shared/postgres/database.ts';
import { isShared, setwise, waitElsewhere } from '../../../shared/postgres/shared-transaction.ts';
import { UNMATCHED_REPLY, type UnmatchedReply } from '../events/unmatched-replies.ts';
import { type FoundUnowned, UNOWNED_CALLS } from '../intents/unowned-calls.ts';
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

/** Somebody of ours writes to the person, or has written what is about to go. */
export interface AnswerInProgress {
  readonly author: string;
  readonly is: 'writing' | 'written';
  /** When that is over unless they go on, wall time as Postgres writes it in JSON. */
  readonly wall_until: string;
  /** Virtual time: not before then either. Null: only the wall's counts. */
  readonly due_at: string | null;
}

export interface LockedForCall extends LockedEnrollment {
  readonly writer: AnswerInProgress | null;
  readonly unmatched: UnmatchedReply | null;
  /** Calls that may have been for the person, of enrollments that are not here. */
  readonly unowned: readonly FoundUnowned[] | null;
}

/**
 * The same for a step that is about to send: it says too whether somebody of ours writes to the person at this moment, and whether a reply that
 * nobody fits may be theirs, or a call of an enrollment that a backup has forgotten was for them.
 */
export async function lockEnrollmentForCall(tx: Queryable, id: string): Promise<LockedForCall | null> {
  const locked = await (isShared(tx) ? lockFreeForCall : lockAllForCall)(tx, id);
  if (locked === null) waitElsewhere(tx);
  return locked;
}

// All are looked for by indexes that hold only those of this moment: where there are none they find nothing at once.
const AUTHOR = `(
  select to_jsonb(newest) from (
    select p.name as author, 'writing' as is, p.wall_until, null::timestamptz as due_at
      from presences p where p.lead_id = e.lead_id and p.status = 'writing' and p.wall_until > clock_timestamp()
    union all
    select w.author, 'written', w.wall_due, w.due_at from answers w where w.lead_id = e.lead_id and w.state in ('waiting', 'sending')
    order by wall_until desc limit 1) as newest) as writer`;

const FOR_CALL = `, ${AUTHOR}, ${UNMATCHED_REPLY} as unmatched, ${UNOWNED_CALLS} as unowned`;
const lockAllForCall = setwise(lockedBy<LockedForCall>('for no key update of e', FOR_CALL));
const lockFreeForCall = setwise(lockedBy<LockedForCall>('for no key update of e skip locked', FOR_CALL), {
  rank: LOCK_RANKS.enrollments,
});

const lockAll = setwise(lockedBy('for no key update'));
const lockFree = setwise(lockedBy('for no key update skip locked'), { rank: LOCK_RANKS.enrollments });

function lockedBy<Row extends LockedEnrollment = LockedEnrollment>(lock: string, more = '') {
  return async (tx: Queryable, ids: readonly string[]): Promise<(Row | null)[]> => {
    const { rows } = await tx.query<Row & Record<string, unknown>>(
      `select e.id, e.digest, e.status, e.outcome, e.stop_outcome, e.stop_event_id, e.replied_at, e.lead_id, e.away_until, e.unclear_since, e.paused, e.told as instruction,
              e.progress${more}
         from enrollments e where e.id = any($1) order by e.id ${lock}`,
      [[...ids]],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  };
}
