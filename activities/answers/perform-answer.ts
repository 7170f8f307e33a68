import { endAnswer } from '../../src/runtime/store/answers/end-answer.ts';
import { findAnswer } from '../../src/runtime/store/answers/find-answer.ts';
import { postponeAnswer } from '../../src/runtime/store/answers/schedule-answer.ts';
import { findIntent } from '../../src/runtime/store/intents/find-intent.ts';
import { SECOND } from '../../src/shared/kit/duration.ts';
import { timedCalls, withinLane } from '../call/calls-in-lanes.ts';
import { sendOnce } from '../call/send-once.ts';
import type { StepDeps } from '../deps.ts';
import { LateOutcome } from '../late-outcome.ts';
import { untilChecked } from '../look/checked.ts';
import { measureAnswerCall } from '../measure.ts';
import { readInMails } from '../steps/messages/read-inmails.ts';
import { admitAnswer } from './admit-answer.ts';
import { type AnswerContext, readAnswerContext } from './answer-context.ts';
import { concludeAnswer } from './conclude-answer.ts';
import { resolveAnswer } from './resolve-answer.ts';

/** Wall milliseconds before the log of the V2 service is looked at again. */
const UNCHECKED = 10 * SECOND;

/**
 * Sends an answer whose time has come, at most once, whatever crashes, repeats or comes late; or finds out what became of it. It passes the same
 * stages as a step: look, admit, call, record, reconcile.
 */
export async function performAnswer(deps: StepDeps, id: string): Promise<void> {
  const answer = await findAnswer(deps.db, id);
  if (answer?.state !== 'waiting' && answer?.state !== 'sending') return;
  const context = await readAnswerContext(deps.db, answer);
  if (context === null) return dropOrphan(deps, id);
  try {
    if (answer.state === 'sending') await resolveEarlier(deps, context);
    else await send(deps, context);
  } catch (error) {
    // Another performer has recorded the outcome in the meantime.
    if (!(error instanceof LateOutcome)) throw error;
  }
  await deps.reached('activity_completed');
}

async function send(deps: StepDeps, context: AnswerContext): Promise<void> {
  const unchecked = await untilChecked(deps, context.account.id);
  if (unchecked !== null) {
    return postponeAnswer(deps.db, { id: context.answer.id, wall_ms: UNCHECKED, due_at: null, text: unchecked.text });
  }
  if (context.answer.channel === 'inmail') await readInMails(deps, context.account);
  // Before its intent is written: what has an intent goes out at once.
  await withinLane(deps.lanes, context.account.id, async (timed, leaveLane) => {
    await deps.reached('before_intent');
    const admitted = await admitAnswer(deps, context);
    if (admitted.is === 'over') return;
    await deps.reached('intent_committed');
    const { intent, written_at } = admitted;
    const calling = { ...deps, v2: timedCalls(deps.v2_in_place, timed) };
    await sendOnce(calling, { intent, written_at, leaveLane }, (outcome) => {
      measureAnswerCall(context, outcome);
      return concludeAnswer(calling, context, intent, outcome);
    });
  });
}

/** Finds out what became of an answer whose performer has not said so. */
async function resolveEarlier(deps: StepDeps, context: AnswerContext): Promise<void> {
  const intent = await findIntent(deps.db, context.key);
  if (intent?.state !== 'sent' && intent?.state !== 'unknown') return;
  await resolveAnswer(deps, context, intent, 'the worker stopped while it was sent');
}

/** Drops the answer to somebody who was erased: they are written to no more. */
async function dropOrphan({ db, clock }: StepDeps, id: string): Promise<void> {
  const error = { code: 'unknown_person', text: 'its person or its account is not known any more' };
  await endAnswer(db, { id, state: 'not_sent', error, at: new Date(clock.now()) });
}
