import type { Plan, StopReason } from '../../language/plan/plan.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { decide } from './decide.ts';
import { awaitedBy } from './nodes/own-steps.ts';
import type { EnrollmentEvent, EnrollmentState } from './state.ts';
import { takeStepEvent } from './take-step-event.ts';
import { takeTime } from './take-time.ts';
import { finished, isLookingBack, nodeOf } from './walk.ts';

const SEEN = 200;

export function takeEvent(plan: Plan, state: EnrollmentState, event: EnrollmentEvent, at: number): EnrollmentState {
  if (state.seen.includes(event.id)) return state;
  const noted = { ...state, seen: [...state.seen, event.id].slice(-SEEN) };
  switch (event.type) {
    case 'accepted_invitation':
      return takeNews(plan, { ...noted, facts: { ...noted.facts, connected: true } }, at);
    case 'reply': {
      const replied = { ...noted, facts: { ...noted.facts, replied: true }, reply_taken: false };
      if (!awaitsReply(plan, state)) return stopOn(plan, replied, 'reply', 'replied');
      return takeNews(plan, { ...replied, awaited_replies: [...(state.awaited_replies ?? []), event.id] }, at);
    }
    case 'labeled':
      return takeNews(plan, { ...noted, labeled: true }, at);
    case 'unlabeled':
      return { ...noted, labeled: false };
    case 'refused':
      return stop(noted, 'refused');
    case 'unsubscribed':
      return stopOn(plan, noted, 'unsubscribe', 'unsubscribed');
    case 'bounced':
      return stopOn(plan, noted, 'bounce', 'bounced');
    case 'company_reply':
      return stopOn(plan, noted, 'company_reply', 'company_replied');
    case 'stop':
      return stop(noted, 'stopped');
    case 'pause':
      return { ...noted, paused: true };
    case 'resume':
      return takeTime(plan, { ...noted, paused: false }, at);
    case 'nudge':
      return nudge(plan, noted, at);
    case 'decided':
      return decide(plan, noted, event, at);
    case 'skip':
    case 'retry':
    case 'reschedule':
      return takeStepEvent(plan, noted, event, at);
    default:
      return unreachable(event);
  }
}

/** Whether the sequence waits for this reply, or for its label, and so hoped for it; every other reply stops it. */
function awaitsReply(plan: Plan, state: EnrollmentState): boolean {
  const node = nodeOf(plan, state.node);
  const awaited = node && (state.phase.is === 'awaiting' || isLookingBack(state)) ? awaitedBy(node) : null;
  return awaited === 'reply' || awaited === 'label';
}

/** Looks at the news of a step that looks back, so that whatever happens meanwhile is looked at, too. */
const takeNews = (plan: Plan, state: EnrollmentState, at: number): EnrollmentState =>
  isLookingBack(state) ? nudge(plan, state, at) : takeTime(plan, state, at);

function stopOn(plan: Plan, state: EnrollmentState, reason: StopReason, outcome: string): EnrollmentState {
  return plan.stop_on.includes(reason) ? stop(state, outcome) : state;
}

/** Stops the walk. A call in flight cannot be called back, so its result is awaited first. */
function stop(state: EnrollmentState, outcome: string): EnrollmentState {
  if (state.phase.is === 'performing') return { ...state, stopping: state.stopping ?? outcome };
  return finished(state, outcome);
}

function nudge(plan: Plan, state: EnrollmentState, at: number): EnrollmentState {
  if (state.phase.is === 'performing') return { ...state, nudged: true };
  if (state.phase.is !== 'deferred') return state;
  return takeTime(plan, { ...state, phase: { ...state.phase, until: Math.min(state.phase.until, at) } }, at);
}
