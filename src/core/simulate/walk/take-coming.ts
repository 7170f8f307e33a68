import { DEFAULT_OUT_OF_OFFICE } from '../../../language/plan/plan.ts';
import type { EnrollmentEvent } from '../../engine/state.ts';
import type { Companies } from './companies.ts';
import type { ComingEvent } from './walk-input.ts';
import { CONNECTED, isPending, relate, type Walker } from './walker.ts';

export interface SignaledWalker {
  readonly walker: Walker;
  readonly signal: EnrollmentEvent;
}

export interface Everybody {
  readonly walkers: readonly Walker[];
  readonly companies: Companies;
}

/**
 * Applies an event to everybody whom it concerns, in the order in which the engine ingests events: first the facts, then the
 * signals.
 */
export function takeComing(
  target: Walker,
  { walkers, companies }: Everybody,
  event: ComingEvent,
  id: string,
): SignaledWalker[] {
  const own = target.person.enrollments.flatMap((index) => walkers[index] ?? []).filter(({ refused }) => !refused);
  switch (event.event) {
    case 'accepted_invitation':
      return accept(target, own, event, id);
    case 'reply':
      return [
        ...own.flatMap((walker) => reply(walker, event, id)),
        ...colleagues(target, { walkers, companies }, event, id),
      ];
    case 'unsubscribed':
      target.person.suppressed = true;
      return own.filter(writesMail).map((walker) => tell(walker, event, id));
    case 'bounced':
      return own.filter(writesMail).map((walker) => tell(walker, event, id));
    case 'refused':
      return own.map((walker) => tell(walker, event, id));
    case 'away':
      return own.flatMap((walker) => startAbsence(walker, event, id));
    case 'labeled':
      // Whom nobody walks for any more it changes nothing of.
      return own
        .filter((one) => !event.drawn || one.finished_at === null)
        .map((walker) => giveLabel(walker, event, id));
    case 'decided':
      return decide(target, event, id);
    case 'stop':
    case 'pause':
    case 'resume':
    case 'nudge':
    case 'company_reply':
      return [tell(target, event, id)];
  }
}

type Plain = Extract<ComingEvent, { event: Exclude<ComingEvent['event'], 'decided' | 'labeled' | 'away'> }>;

function tell(walker: Walker, { event, at }: Plain, id: string): SignaledWalker {
  note(walker, event, at, TITLES[event]);
  return { walker, signal: { id, type: event } };
}

function note(walker: Walker, kind: ComingEvent['event'], at: number, title: string): void {
  if (walker.finished_at !== null) return;
  const { node, visit } = walker.state;
  walker.timeline.push({ at, node, visit, kind, title, result: 'event' });
}

/** An address that is dead or wants no more says nothing about a sequence that never writes there. */
const writesMail = ({ senders }: Walker): boolean => senders.email !== undefined;

/** An invitation that is withdrawn cannot be accepted. */
function accept(target: Walker, own: readonly Walker[], event: Plain, id: string): SignaledWalker[] {
  if (!isPending(target)) return [];
  const sender = target.senders.professional;
  if (sender !== undefined) relate(target.person, sender, CONNECTED);
  return own
    .filter(({ senders }) => senders.professional === sender)
    .map((walker) => {
      walker.accepted = true;
      walker.accepted_at ??= event.at;
      return tell(walker, event, id);
    });
}

/** Somebody who answers in person is back: a step that waits for their return need not wait any more. */
function reply(walker: Walker, event: Plain, id: string): SignaledWalker[] {
  const wasAbsent = walker.away_until !== null;
  walker.replied = true;
  walker.replied_at ??= event.at;
  walker.away_until = null;
  const signaled = tell(walker, event, id);
  return wasAbsent ? [signaled, { walker, signal: { id: `${id}/back`, type: 'nudge' } }] : [signaled];
}

function colleagues(target: Walker, everybody: Everybody, { at, enrollment_id }: Plain, id: string): SignaledWalker[] {
  return everybody.companies
    .colleaguesOf(target.person)
    .flatMap(({ enrollments }) => enrollments.flatMap((index) => everybody.walkers[index] ?? []))
    .filter(({ plan, finished_at }) => finished_at === null && plan.stop_on.includes('company_reply'))
    .map((walker) => tell(walker, { event: 'company_reply', at, enrollment_id }, id));
}

function startAbsence(walker: Walker, event: Extract<ComingEvent, { event: 'away' }>, id: string): SignaledWalker[] {
  const rule = walker.plan.out_of_office ?? DEFAULT_OUT_OF_OFFICE;
  note(walker, 'away', event.at, 'Is out of office');
  if (rule.do === 'stop') {
    walker.replied = true;
    walker.away_until = null;
    return [{ walker, signal: { id, type: 'reply' } }];
  }
  if (rule.do !== 'wait') return [];
  // The newest answer counts, and a step that waits for its slot gives it back now.
  walker.away_until = (rule.until_back ? event.back_at : undefined) ?? event.at + rule.otherwise;
  return [{ walker, signal: { id, type: 'nudge' } }];
}

/** The labels that are built in and stop; those of a team's own continue. */
const STOPPING: readonly string[] = ['booked', 'not_interested', 'not_now', 'wrong_person'];

function giveLabel(
  walker: Walker,
  { label, at }: Extract<ComingEvent, { event: 'labeled' }>,
  id: string,
): SignaledWalker {
  walker.label = label;
  note(walker, 'labeled', at, `Labeled ${label.replaceAll('_', ' ')}`);
  return { walker, signal: { id, type: STOPPING.includes(label) ? 'stop' : 'labeled' } };
}

/** Answers what the walk asks at that time; a question that is over needs no answer. */
function decide(walker: Walker, event: Extract<ComingEvent, { event: 'decided' }>, id: string): SignaledWalker[] {
  const { phase } = walker.state;
  if (phase.is !== 'person') return [];
  const { decision } = event;
  if (phase.asks === 'review' && decision === 'approve') walker.approved = phase.task_id;
  note(walker, 'decided', event.at, decision === 'approve' ? 'A person approved it' : `A person decided: ${decision}`);
  return [{ walker, signal: { id, type: 'decided', task_id: phase.task_id, decision } }];
}

const TITLES: Readonly<Record<Plain['event'], string>> = {
  accepted_invitation: 'Accepted the invitation',
  reply: 'Replied',
  refused: 'Declined',
  unsubscribed: 'Unsubscribed',
  bounced: 'The email bounced',
  company_reply: 'A colleague replied',
  stop: 'Stopped',
  pause: 'Paused',
  resume: 'Resumed',
  nudge: 'Asked again',
};
