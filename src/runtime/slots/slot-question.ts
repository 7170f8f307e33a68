import type { SlotQuestion } from '../../core/calendar/find-slot.ts';
import { slotQuestion } from '../../core/calendar/slot-question.ts';
import { isLimitClass } from '../../language/plan/limit-class.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { LaterSlot } from '../store/slots/find-later-slots.ts';
import { stepKey } from './account-calendars.ts';
import type { LazyRules } from './account-rules.ts';
import { answerPlan } from './answer-rules.ts';
import type { CalendarDeps } from './calendar-deps.ts';

/** Builds the question to the calendar that the step of a booked slot asks. */
export async function questionOfSlot(
  { findPlan }: Pick<CalendarDeps, 'findPlan'>,
  tx: Queryable,
  slot: LaterSlot,
  rules: LazyRules,
): Promise<SlotQuestion> {
  const plan =
    slot.answer_id === null && slot.digest !== null
      ? await findPlan(slot.digest, tx)
      : await answerPlan(findPlan, tx, slot.digest);
  return slotQuestion({
    step: stepKey({ ...slot, enrollment_id: slot.enrollment_id ?? slot.answer_id ?? '' }),
    sequence: slot.sequence,
    campaign: slot.campaign_id,
    urgent: slot.urgent,
    plan,
    account: await rules.under(plan),
    lead_timezone: slot.lead_timezone,
    limit_class: slot.limit_class !== null && isLimitClass(slot.limit_class) ? slot.limit_class : null,
    mail_to: { domain: slot.domain },
    credits: slot.credits,
  });
}
