import { waitUntil } from '../calendar/wait-until.ts';
import { scheduleZone } from '../calendar/zone-of.ts';
import type { PerformRequest, PerformResult } from '../engine/perform.ts';
import { unreachable } from '../kit/result.ts';
import type { CallNode, Node } from '../plan/node.ts';
import { channelOf, creditsOf, limitClassOf } from '../plan/node-traits.ts';
import type { WaitDuration } from '../plan/nodes/wait.ts';
import { splitArm } from '../plan/split-arm.ts';
import { type Concluded, concludeCall, withoutCall } from './call-answer.ts';
import { holds } from './condition.ts';
import type { InMails } from './inmails.ts';
import type { Places } from './places.ts';
import { renderValues } from './render-values.ts';
import { isConnected, type Walker } from './walker.ts';
import type { Answers, CallAnswer, PerformedStep } from './world-input.ts';

/** What the steps of all enrollments share. */
export interface Surroundings {
  readonly answers: Answers;
  readonly places: ReadonlyMap<string, Places>;
  readonly inmails: ReadonlyMap<string, InMails>;
  canPay(credits: number, now: number): boolean;
  charge(account: string, credits: number, now: number): void;
  /** Places that became free go to those who wait. */
  release(account: string, step: string, now: number): void;
  /** The step came to an end. */
  ended(walker: Walker, node: Node, step: PerformedStep): void;
  /** Where a `run` goes on; it ends this enrollment. */
  continueIn(walker: Walker, sequence: string, now: number): void;
}

/** Performs one step as the engine's activities would: the same looks in the same order, without a call. */
export function performStep(world: Surroundings, walker: Walker, request: PerformRequest, now: number): PerformResult {
  const node = walker.plan.nodes[request.node];
  if (!node || node.kind === 'end') return { status: 'failed', code: 'NODE_MISSING', text: `no node ${request.node}` };
  const end = (outcome: PerformedStep['outcome'], more: Partial<PerformedStep> = {}, sender?: string): void => {
    const { id, person, vars } = walker;
    const step = {
      enrollment_id: id,
      lead_id: person.id,
      lead: person.lead,
      vars,
      node: node.id,
      visit: request.visit,
    };
    const from = sender === undefined ? {} : { sender };
    world.ended(walker, node, { ...step, kind: node.kind, at: now, outcome, ...more, ...from });
  };
  if (node.condition !== undefined) {
    const truth = holds(walker, node.condition);
    if (typeof truth !== 'boolean') {
      end('failed', truth.status === 'failed' ? { text: truth.text } : {});
      return truth;
    }
    if (!truth) {
      const sender = senderOf(walker, node);
      if (sender !== undefined) world.release(sender, stepKey(walker, request), now);
      end('skipped');
      return { status: 'skipped' };
    }
  }
  switch (node.kind) {
    case 'visit':
    case 'invite':
    case 'message':
    case 'inmail':
    case 'email':
    case 'withdraw':
    case 'enrich':
    case 'check':
    case 'like':
    case 'react':
    case 'comment':
    case 'action':
      return performCall(world, walker, node, request, now, end);
    case 'if': {
      const truth = holds(walker, node.test);
      if (typeof truth !== 'boolean') {
        end('failed', truth.status === 'failed' ? { text: truth.text } : {});
        return truth;
      }
      const to = truth ? 'then' : 'else';
      end('branch', { to });
      return { status: 'branch', to };
    }
    case 'split': {
      const to = splitArm(node, walker.person.id)?.name ?? '';
      end('branch', { to });
      return { status: 'branch', to };
    }
    case 'set': {
      walker.vars = { ...walker.vars, ...renderValues(node.vars, walker) };
      end('done');
      return { status: 'done' };
    }
    case 'task': {
      end('asked', { asks: 'task' });
      const until = node.within === undefined ? {} : { until: deadline(walker, node.within, now) };
      return { status: 'needs_person', task_id: stepKey(walker, request), text: node.text, asks: 'task', ...until };
    }
    case 'run':
      end('done');
      world.continueIn(walker, node.sequence, now);
      return { status: 'stopped', outcome: 'continued' };
    case 'wait':
      if (node.duration.unit === 'ms') return { status: 'done' };
      return { status: 'wait', until: waitsUntil(walker, node.duration, now), text: 'Waits before the next step' };
    case 'wait_for':
      if (typeof node.within === 'number') return { status: 'done' };
      return { status: 'wait', until: deadline(walker, node.within, now), text: 'Waits for an event' };
    case 'repeat':
      return { status: 'done' };
    default:
      return unreachable(node);
  }
}

type End = (outcome: PerformedStep['outcome'], more?: Partial<PerformedStep>, sender?: string) => void;

function performCall(
  world: Surroundings,
  walker: Walker,
  node: CallNode,
  request: PerformRequest,
  now: number,
  end: End,
): PerformResult {
  const step = stepKey(walker, request);
  const sender = senderOf(walker, node);
  const places = sender === undefined ? undefined : world.places.get(sender);
  if (sender === undefined || places === undefined) {
    const text = `the enrollment has no ${channelOf(node) ?? ''} sender`;
    end('failed', { text });
    return { status: 'failed', code: 'NO_SENDER', text };
  }
  const conclude = ({ result, effect, outcome }: Concluded): PerformResult => {
    if (!effect) world.release(sender, step, now);
    const why = result.status === 'impossible' || result.status === 'failed' ? { text: result.text } : {};
    end(outcome, why, effect ? sender : undefined);
    return result;
  };
  const early = withoutCall(walker, node) ?? withoutSeat(world, node, sender, now);
  if (early) return conclude(early);
  if ('review' in node && node.review && walker.approved !== step) {
    end('asked', { asks: 'review' });
    return { status: 'needs_person', task_id: step, text: 'waits for approval', asks: 'review' };
  }
  const { away_until } = walker.person;
  if (away_until !== null && away_until > now) {
    places.free(step);
    return { status: 'deferred', until: away_until, kind: 'person', text: 'waits until they are back' };
  }
  const credits = creditsOf(node);
  const { plan } = walker;
  const place = places.take(
    {
      step,
      sequence: plan.sequence,
      plan,
      zone: zoneOfHours(walker),
      limit_class: limitClassOf(node),
      credits,
    },
    walker.index,
    now,
  );
  if (place.is === 'never') {
    const text = 'the limits leave no place for it';
    end('failed', { text });
    return { status: 'failed', code: 'NO_FREE_PLACE', text };
  }
  if (place.is === 'later') return { status: 'deferred', until: place.at, kind: 'slot', text: 'waits for its place' };
  if (!world.canPay(credits, now)) {
    places.free(step);
    // Nobody tells when there are credits again, so in virtual time there never are.
    return { status: 'deferred', until: Number.MAX_SAFE_INTEGER, kind: 'credits', text: 'waits for credits' };
  }
  const asked = { enrollment_id: walker.id, lead_id: walker.person.id, lead: walker.person.lead, vars: walker.vars };
  const connected = isConnected(walker);
  const call = { ...asked, node: node.id, visit: request.visit, kind: node.kind, sender, at: now, connected };
  const answer = world.answers.call?.(call) ?? expected(node, walker);
  const concluded = concludeCall(walker, node, sender, answer, now);
  if (concluded.effect) world.charge(sender, credits, now);
  if (concluded.effect && node.kind === 'inmail') world.inmails.get(sender)?.spend();
  if (concluded.result.status === 'done') walker.last_step = node.id;
  return conclude(concluded);
}

function withoutSeat(world: Surroundings, node: CallNode, sender: string, now: number): Concluded | null {
  if (node.kind !== 'inmail' || (world.inmails.get(sender)?.left(now) ?? 0) >= 1) return null;
  const result = { status: 'impossible', code: 'NO_INMAIL_CREDITS', text: 'no InMail is left' } as const;
  return { result, effect: false, outcome: 'impossible' };
}

function expected(node: CallNode, { person }: Walker): CallAnswer {
  if (node.kind !== 'enrich' || node.what !== 'email') return { outcome: 'done' };
  return { outcome: 'done', found: { email: `${person.id.replace(/[^A-Za-z0-9_-]/g, '-')}@found.example` } };
}

export function senderOf({ senders }: Walker, node: Node): string | undefined {
  const channel = channelOf(node);
  if (channel !== null) return senders[channel];
  return node.kind === 'enrich' ? (senders.professional ?? senders.email) : undefined;
}

const stepKey = ({ id }: Walker, { node, visit }: PerformRequest): string => `${id}/${node}/${visit}`;

const zoneOfHours = ({ plan, person }: Walker): string => scheduleZone(plan.schedule, person.lead);

function waitsUntil(walker: Walker, duration: WaitDuration, now: number): number {
  return waitUntil(duration, now, zoneOfHours(walker), walker.plan.schedule);
}

function deadline(walker: Walker, within: number | { readonly business_days: number }, now: number): number {
  if (typeof within === 'number') return now + within;
  return waitsUntil(walker, { unit: 'business_days', count: within.business_days }, now);
}
