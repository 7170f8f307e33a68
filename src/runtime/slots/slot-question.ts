import type { SlotQuestion } from '../../core/calendar/find-slot.ts';
import { scheduleZone } from '../../core/calendar/zone-of.ts';
import { isLimitClass } from '../../language/plan/limit-class.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { LaterSlot } from '../store/slots/find-later-slots.ts';
import { stepKey } from './account-calendars.ts';
import type { LazyRules } from './account-rules.ts';
import type { CalendarDeps } from './calendar-deps.ts';

/** What the step of a booked slot asks the calendar. */
export async function questionOfSlot(
  { findPlan }: Pick<CalendarDeps, 'findPlan'>,
  tx: Queryable,
  booking: LaterSlot,
  rules: LazyRules,
): Promise<SlotQuestion> {
  const plan = await findPlan(booking.digest, tx);
  return {
    step: stepKey(booking),
    sequence: booking.sequence,
    campaign: booking.campaign_id,
    urgent: booking.urgent,
    plan,
    account: await rules.under(plan),
    zone: scheduleZone(plan.schedule, { timezone: booking.lead_timezone }),
    limit_class: booking.limit_class !== null && isLimitClass(booking.limit_class) ? booking.limit_class : null,
    domain: booking.domain,
    credits: booking.credits,
  };
}
