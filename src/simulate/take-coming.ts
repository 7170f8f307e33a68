import type { EnrollmentEvent } from '../engine/state.ts';
import { DEFAULT_OUT_OF_OFFICE } from '../plan/plan.ts';
import { isPending } from './call-answer.ts';
import { CONNECTED, relate, type Walker } from './walker.ts';
import type { ComingEvent } from './world-input.ts';

export interface Told {
  readonly walker: Walker;
  readonly signal: EnrollmentEvent;
}

/** What an event changes for whom, as events are taken in by the engine: first what is known, then who is told. */
export function takeComing(target: Walker, walkers: readonly Walker[], event: ComingEvent, id: string): Told[] {
  const own = target.person.enrollments.flatMap((index) => walkers[index] ?? []);
  switch (event.event) {
    case 'accepted_invitation':
      return accept(target, own, event, id);
    case 'reply':
      return [...own.map((walker) => reply(walker, event, id)), ...colleagues(target, walkers, event, id)];
    case 'bounced':
    case 'unsubscribed':
      // An address that is dead or wants no more says nothing about a sequence that never writes there.
      return own.filter(({ senders }) => senders.email !== undefined).map((walker) => tell(walker, event, id));
    case 'refused':
      return own.map((walker) => tell(walker, event, id));
    case 'away':
      return own.flatMap((walker) => goAway(walker, event, id));
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

type Plain = Extract<ComingEvent, { event: Exclude<ComingEvent['event'], 'decided' | 'away'> }>;

function tell(walker: Walker, { event, at }: Plain, id: string): Told {
  note(walker, event, at, TITLES[event]);
  return { walker, signal: { id, type: event } };
}

function note(walker: Walker, kind: ComingEvent['event'], at: number, title: string): void {
  if (walker.finished_at !== null) return;
  const { node, visit } = walker.state;
  walker.timeline.push({ at, node, visit, kind, title, result: 'event' });
}

/** An invitation that is withdrawn cannot be accepted. */
function accept(target: Walker, own: readonly Walker[], event: Plain, id: string): Told[] {
  if (!isPending(target)) return [];
  const sender = target.senders.professional;
  if (sender !== undefined) relate(target.person, sender, CONNECTED);
  return own
    .filter(({ senders }) => senders.professional === sender)
    .map((walker) => {
      walker.accepted = true;
      return tell(walker, event, id);
    });
}

function reply(walker: Walker, event: Plain, id: string): Told {
  walker.replied = true;
  return tell(walker, event, id);
}

function colleagues(target: Walker, walkers: readonly Walker[], { at, enrollment_id }: Plain, id: string): Told[] {
  const company = target.person.lead.company?.trim().toLowerCase();
  if (!company) return [];
  return walkers
    .filter(({ plan, person, finished_at }) => {
      if (finished_at !== null || person === target.person || !plan.stop_on.includes('company_reply')) return false;
      return person.lead.company?.trim().toLowerCase() === company;
    })
    .map((walker) => tell(walker, { event: 'company_reply', at, enrollment_id }, id));
}

function goAway(walker: Walker, event: Extract<ComingEvent, { event: 'away' }>, id: string): Told[] {
  const rule = walker.plan.out_of_office ?? DEFAULT_OUT_OF_OFFICE;
  note(walker, 'away', event.at, 'Is out of office');
  if (rule.do === 'stop') {
    walker.replied = true;
    return [{ walker, signal: { id, type: 'reply' } }];
  }
  if (rule.do === 'wait') {
    const named = rule.until_back ? event.back_at : undefined;
    const until = named ?? event.at + rule.otherwise;
    walker.person.away_until = Math.max(until, walker.person.away_until ?? 0);
  }
  return [];
}

/** Answers what the walk asks at that time; a question that is over needs no answer. */
function decide(walker: Walker, event: Extract<ComingEvent, { event: 'decided' }>, id: string): Told[] {
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
