import type { SlotQuestion } from '../../core/calendar/find-slot.ts';
import type { Schedule } from '../../language/plan/plan.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { FindPlan } from '../store/sequences/plan-cache.ts';

/** One object, because the calendar knows its schedules by it. */
const AT_ANY_HOUR: Schedule = Object.freeze({
  timezone: 'UTC',
  fallback_timezone: 'UTC',
  hours: null,
  spacing: null,
});

/**
 * The rules of an answer that a person of ours writes: the limits of the sequence that its person came by, where there is one, but neither
 * its hours nor its spacing, for somebody has just decided when it goes.
 */
export async function answerPlan(
  findPlan: FindPlan,
  tx: Queryable,
  digest: string | null,
): Promise<SlotQuestion['plan']> {
  if (digest === null) return NO_SEQUENCE;
  const { limits, warm_up, emails_per_domain } = await findPlan(digest, tx);
  // Credits that one sequence may spend are for its own steps.
  const { credits: _, ...counted } = limits;
  return {
    limits: counted,
    schedule: AT_ANY_HOUR,
    ...(warm_up === undefined ? {} : { warm_up }),
    ...(emails_per_domain === undefined ? {} : { emails_per_domain }),
  };
}

const NO_SEQUENCE: SlotQuestion['plan'] = Object.freeze({ limits: {}, schedule: AT_ANY_HOUR });
