import { changePause } from '../../src/runtime/control/pause.ts';
import { suppress } from '../../src/runtime/enroll/suppress.ts';
import { unsubscribe } from '../../src/runtime/events/reactions/unsubscribe.ts';
import { decideAnswer } from '../../src/runtime/store/answers/decide-answer.ts';
import { setPaused } from '../../src/runtime/store/enrollments/set-paused.ts';
import { stopEnrollments } from '../../src/runtime/store/enrollments/stop-enrollments.ts';
import { addToOutbox } from '../../src/runtime/store/outbox/add-to-outbox.ts';
import { renewPresence } from '../../src/runtime/store/presences/presence.ts';
import { decideQuestion, decideUnknownOutcome } from '../../src/runtime/store/tasks/decide-task.ts';
import { readTask } from '../../src/runtime/store/tasks/list-tasks.ts';
import { decideUnclearReply, type Meant } from '../../src/runtime/store/tasks/unclear-reply.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { CLOCK } from './engine-process.ts';
import type { Act } from './script.ts';

/** Executes an action of a person of ours as the API does. */
export async function executeAct(db: Database, act: Act['do'], enrollmentId: string, id: string): Promise<void> {
  const at = new Date(CLOCK.now());
  switch (act) {
    case 'pause':
    case 'resume':
    case 'stop':
      return db.transaction(async (tx) => {
        const changed =
          act === 'stop'
            ? (await stopEnrollments(tx, { ids: [enrollmentId], outcome: 'stopped', event_id: id, at })).length > 0
            : await setPaused(tx, enrollmentId, act === 'pause');
        if (!changed) return;
        await addToOutbox(tx, { kind: 'signal_enrollment', target_id: enrollmentId, payload: { id, type: act } }, at);
      });
    case 'suppress': {
      const { rows } = await db.query<{ lead_id: string | null }>('select lead_id from enrollments where id = $1', [
        enrollmentId,
      ]);
      const value = rows[0]?.lead_id ?? null;
      // They were erased.
      if (value === null) return;
      const name = { kind: 'lead' as const, value };
      await suppress({ db, clock: CLOCK, profiles: [] }, [{ name, reason: 'asked by phone' }]);
      return;
    }
    case 'hold':
    case 'release': {
      const action = act === 'hold' ? 'pause' : 'resume';
      await changePause({ db, clock: CLOCK, lease_ms: 5000 }, { scope: 'all', target: '', action, note: null });
    }
  }
}

export interface OpenTask {
  readonly id: string;
  readonly kind: 'task' | 'review' | 'unknown_outcome' | 'unclear_reply';
  /** One of the two. */
  readonly enrollment_id: string | null;
  readonly answer_id: string | null;
  readonly node: string;
  readonly visit: number;
  /** The mail that is in doubt. */
  readonly event_id: string | null;
}

/** The truth that the person who decides a task finds out. */
export interface Truth {
  readonly went_out: boolean;
  /** Whether the person approves what is asked. */
  readonly yes: boolean;
  readonly means: Meant;
}

/** Truthful: whoever is asked whether it went out looks at the person's side. */
export async function decideTask(db: Database, task: OpenTask, { went_out, yes, means }: Truth): Promise<void> {
  const given = { id: task.id, note: null, at: new Date(CLOCK.now()) };
  if (task.answer_id !== null) {
    const whole = await readTask(db, task.id);
    if (whole?.answer_id == null) return;
    await decideAnswer(
      db,
      { ...whole, answer_id: whole.answer_id },
      { ...given, decision: went_out ? 'sent' : 'not_sent' },
    );
  } else if (task.kind === 'unclear_reply') {
    await decideUnclearReply(db, { ...given, decision: means, returns_on: null });
  } else if (task.kind === 'unknown_outcome') {
    await decideUnknownOutcome(db, { ...given, decision: went_out ? 'sent' : 'not_sent' });
  } else {
    await decideQuestion(db, { ...given, decision: yes ? 'approve' : 'reject' });
  }
}

/** As the page says it while somebody types, milliseconds. */
export const SAID_EVERY = 10_000;

/** Somebody of ours writes to the person of this enrollment. */
export async function sayWriting(db: Database, enrollmentId: string): Promise<void> {
  const { rows } = await db.query<{ lead_id: string | null }>('select lead_id from enrollments where id = $1', [
    enrollmentId,
  ]);
  const lead_id = rows[0]?.lead_id ?? null;
  // They were erased.
  if (lead_id === null) return;
  await renewPresence(db, { lead_id, account_id: 'acc_mail', who: 'key_anna', name: 'Anna', status: 'writing' });
}

export const wantNoMore = (db: Database, enrollmentId: string): Promise<boolean> =>
  unsubscribe({ db, clock: CLOCK }, enrollmentId);
