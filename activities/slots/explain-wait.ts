import { localDay, localWeek } from '../../src/calendar/local-day.ts';
import { isOpen } from '../../src/calendar/open-hours.ts';
import type { LimitClass } from '../../src/plan/plan.ts';
import { type AccountSlot, capsOf, classesOf, isOf, type PlaceQuestion } from './find-place.ts';

const PLURAL: Readonly<Record<LimitClass, string>> = {
  visit: 'visits',
  invite: 'invitations',
  message: 'messages',
  inmail: 'InMails',
  email: 'emails',
  credits: 'credits',
};

/** Why a step has to wait for its place, in plain words: `10 of 10 invitations of Anna used today`. */
export function explainWait(
  question: PlaceQuestion & { readonly account_name: string },
  slots: readonly AccountSlot[],
  now: number,
  hold: { readonly reason: string } | null,
): string {
  if (hold) return hold.reason;
  const today = localDay(now, question.account_zone);
  const week = localWeek(now, question.account_zone);
  for (const limitClass of classesOf(question)) {
    const counted = slots.filter(
      (slot) =>
        !isOf(slot, question.step) &&
        slot.limit_class === limitClass &&
        (limitClass !== 'credits' || slot.sequence === question.sequence),
    );
    for (const { count, per } of capsOf(question, limitClass)) {
      const inPeriod = counted.filter((slot) => (per === 'day' ? slot.local_day === today : slot.local_week === week));
      if (inPeriod.length < count) continue;
      const used = inPeriod.every((slot) => slot.state === 'used') ? 'used' : 'used or booked';
      const period = per === 'day' ? 'today' : 'this week';
      return `${inPeriod.length} of ${count} ${PLURAL[limitClass]} of ${question.account_name} ${used} ${period}`;
    }
  }
  if (!isOpen(now, question.plan.schedule, question.zone)) return 'outside the working hours';
  return `keeps its distance to the other sends of ${question.account_name}`;
}
