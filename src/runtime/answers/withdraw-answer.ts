import type { Database } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import type { CalendarDeps } from '../slots/calendar-deps.ts';
import { pullForward } from '../slots/pull-forward.ts';
import { lockAccount } from '../store/accounts/find-account.ts';
import type { AnswerRow } from '../store/answers/answer.ts';
import { endAnswer } from '../store/answers/end-answer.ts';
import { findAnswer, lockAnswer } from '../store/answers/find-answer.ts';
import { lockPersonOf } from '../store/answers/lock-person-of.ts';
import { recordChange, recordNoChange } from '../store/audit-log/record-change.ts';
import { lockEnrollmentsOf } from '../store/enrollments/lock-enrollments.ts';
import { freeStepSlots } from '../store/slots/free-slots.ts';

export type Withdrawn =
  | { readonly kind: 'withdrawn'; readonly answer: AnswerRow }
  /** The answer was sent, is being sent at this moment, or has ended otherwise. */
  | { readonly kind: 'too_late'; readonly answer: AnswerRow }
  | { readonly kind: 'unknown' };

/** Takes back what nobody has begun to send. The row is what whoever sends it claims, so one of the two comes first. */
export function withdrawAnswer(deps: CalendarDeps & { readonly db: Database }, id: string): Promise<Withdrawn> {
  return retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      const found = await findAnswer(tx, id);
      if (found === null) return { kind: 'unknown' };
      await lockPersonOf(tx, found);
      await lockEnrollmentsOf(tx, found.lead_id === null ? [] : [found.lead_id]);
      await lockAccount(tx, found.account_id);
      const answer = await lockAnswer(tx, id);
      if (answer === null) return { kind: 'unknown' };
      if (answer.state === 'withdrawn') {
        recordNoChange();
        return { kind: 'withdrawn', answer };
      }
      if (answer.state !== 'waiting') return { kind: 'too_late', answer };
      const at = new Date(deps.clock.now());
      const freed = await freeStepSlots(tx, { answer_id: id });
      await pullForward(deps, tx, freed);
      await endAnswer(tx, { id, state: 'withdrawn', at });
      await recordChange(tx, {
        did: `took back the answer ${id}`,
        target: { kind: 'answer', id },
        before: { state: answer.state },
        after: { state: 'withdrawn' },
        lead_id: answer.lead_id,
      });
      return { kind: 'withdrawn', answer: { ...answer, state: 'withdrawn', ended_at: at } };
    }),
  );
}
