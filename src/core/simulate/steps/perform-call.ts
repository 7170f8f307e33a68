import type { CallNode } from '../../../language/plan/node.ts';
import { channelOf, isReviewed, isSend, limitClassOf } from '../../../language/plan/node-traits.ts';
import type { AccountRules } from '../../calendar/caps.ts';
import { nextRenewal } from '../../calendar/inmail-stock.ts';
import { answersPerson, slotQuestion } from '../../calendar/slot-question.ts';
import type { PerformRequest, PerformResult } from '../../engine/perform.ts';
import type { AccountSlots } from '../accounts/account-slots.ts';
import { type Concluded, refused } from '../calls/concluded.ts';
import { inmailOf, simulatedCall } from '../calls/kinds.ts';
import { end, type Surroundings } from '../walk/surroundings.ts';
import type { CallAnswer } from '../walk/walk-input.ts';
import { isConnected, senderOf, stepKey, visitOf, type Walker } from '../walk/walker.ts';
import { concludeCall, mostCredits, withoutCall } from './call-answer.ts';

/** Nothing begins any more for somebody who wants no more mail, whichever the sequence. */
export const SUPPRESSED: PerformResult = { status: 'stopped', outcome: 'stopped' };

/** A step that calls the V2 service: whether it may, when it may, and what came of it; as `activities/admit/admit.ts` looks. */
export function performCall(
  surroundings: Surroundings,
  walker: Walker,
  node: CallNode,
  request: PerformRequest,
  now: number,
): PerformResult {
  const step = stepKey(walker, request);
  const sender = senderOf(walker, node);
  const slots = sender === undefined ? undefined : surroundings.slots.get(sender);
  const { visit } = request;
  if (sender === undefined || slots === undefined) {
    const text = `the enrollment has no ${channelOf(node) ?? ''} sender`;
    end(surroundings, walker, { node, visit, at: now, outcome: 'failed', text });
    return { status: 'failed', code: 'NO_SENDER', text };
  }
  const approved = walker.approved === step;
  const refusal = approved ? null : (withoutCall(walker, node) ?? withoutSeat(slots, node));
  if (refusal) return conclude(surroundings, walker, node, request, now, sender, refusal);
  const { plan, person, away_until } = walker;
  if (person.suppressed) return SUPPRESSED;
  if (isReviewed(node) && !approved) {
    end(surroundings, walker, { node, visit, at: now, outcome: 'asked', asks: 'review' });
    return { status: 'needs_person', task_id: step, text: 'waits for approval', asks: 'review' };
  }
  if (away_until !== null && away_until > now && isSend(node)) {
    surroundings.release(sender, step, now);
    return { status: 'deferred', until: away_until, kind: 'time', text: 'Out of office' };
  }
  const credits = mostCredits(walker, node, { sender, now });
  const question = slotQuestion({
    step,
    sequence: plan.sequence,
    campaign: walker.campaign,
    weight: walker.weight,
    urgent: answersPerson(walker.replied, request.awaited_replies),
    plan,
    account: { ...slots.account, ...stockOf(surroundings, node, sender, now) },
    lead_timezone: person.lead.timezone,
    limit_class: limitClassOf(node),
    mail_to: { address: person.lead.email },
    credits,
  });
  // What was booked for it may have gone out meanwhile: then it waits for the next ones.
  const usedUp = isUsedUp(surroundings, node, sender, now);
  if (usedUp && slots.isBooked(step)) slots.free(step);
  const claimed = usedUp ? null : slots.claim(step, now);
  const noneLeft = claimed === null && (usedUp || !slots.hasInMail(question, now));
  if (noneLeft && !inmailOf(node)?.waits) return conclude(surroundings, walker, node, request, now, sender, NO_INMAIL);
  const place = claimed ?? slots.book(question, walker.index, now);
  surroundings.wakeMoved(slots, now);
  if (place === 'never' && noneLeft) {
    // Nobody tells how many come on the first of the month, so it looks again then.
    return { status: 'deferred', until: nextRenewal(now), kind: 'slot', text: 'waits for its slot' };
  }
  if (place === 'never') {
    const text = 'the limits never leave a slot for it';
    end(surroundings, walker, { node, visit, at: now, outcome: 'failed', text });
    return { status: 'failed', code: 'NO_FREE_PLACE', text };
  }
  if (place > now) {
    if (walker.queued?.step !== step) walker.queued = { step, since: now };
    return { status: 'deferred', until: place, kind: 'slot', text: 'waits for its slot' };
  }
  if (!surroundings.canPay(credits, now)) {
    slots.free(step);
    // Nobody tells when there are credits again, so in virtual time there never are.
    return { status: 'deferred', until: Number.MAX_SAFE_INTEGER, kind: 'credits', text: 'waits for credits' };
  }
  const concluded = isUsedUp(surroundings, node, sender, now)
    ? NO_INMAIL
    : concludeCall(walker, node, answerOf(surroundings, walker, node, visit, sender, now), { sender, now });
  surroundings.charge(sender, concluded.credits, now);
  if (concluded.effect) slots.chargeCredits(step, concluded.credits);
  if (concluded.effect && inmailOf(node)) surroundings.inmails.get(sender)?.spend();
  if (concluded.result.status === 'done') walker.last_step = node.id;
  return conclude(surroundings, walker, node, request, now, sender, concluded);
}

function conclude(
  surroundings: Surroundings,
  walker: Walker,
  node: CallNode,
  request: PerformRequest,
  now: number,
  sender: string,
  { result, effect, reached, outcome }: Concluded,
): PerformResult {
  const step = stepKey(walker, request);
  if (!reached) surroundings.release(sender, step, now);
  else if (!effect) surroundings.slots.get(sender)?.spend(step);
  const text = result.status === 'impossible' || result.status === 'failed' ? result.text : undefined;
  const from = effect ? sender : undefined;
  end(surroundings, walker, { node, visit: request.visit, at: now, outcome, text, sender: from });
  return result;
}

function answerOf(
  surroundings: Surroundings,
  walker: Walker,
  node: CallNode,
  visit: number,
  sender: string,
  at: number,
): CallAnswer {
  const given = surroundings.answers.call?.({
    ...visitOf(walker, node, visit),
    sender,
    at,
    connected: isConnected(walker),
  });
  return given ?? simulatedCall(node.kind).expected?.(walker, node) ?? DONE;
}

/** Known before anything is asked; that no InMail is left, only the service knows. */
function withoutSeat({ account }: AccountSlots, node: CallNode): Concluded | null {
  if (!inmailOf(node) || account.premium !== false) return null;
  return refused('impossible', 'NO_PREMIUM_SEAT', `${account.name} has no premium seat`);
}

/** As in production: what the seat has, and what the first of the month brings where that is known. */
function stockOf(
  surroundings: Surroundings,
  node: CallNode,
  sender: string,
  now: number,
): Pick<AccountRules, 'inmail_stock'> {
  const left = inmailOf(node) ? surroundings.inmails.get(sender)?.left(now) : undefined;
  if (left === undefined || !Number.isFinite(left)) return {};
  const per_month = surroundings.slots.get(sender)?.account.profile?.inmails_per_month ?? null;
  return { inmail_stock: { left, at: now, per_month } };
}

const NO_INMAIL = refused('impossible', 'NO_INMAIL_CREDITS', 'no InMail is left');

const isUsedUp = (surroundings: Surroundings, node: CallNode, sender: string, now: number): boolean =>
  inmailOf(node) !== null && (surroundings.inmails.get(sender)?.left(now) ?? 0) < 1;

const DONE: CallAnswer = { outcome: 'done' };
