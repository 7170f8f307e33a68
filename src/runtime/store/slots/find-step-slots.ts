import type { Queryable } from '../../../shared/postgres/database.ts';
import type { SlotRow } from './slot.ts';

/** The slots of a step, and the backoff of its class. Both are asked for under the account's lock. */
export interface StepSlots {
  readonly own: readonly Pick<SlotRow, 'id' | 'limit_class' | 'at' | 'local_day' | 'state' | 'moved_for' | 'domain'>[];
  /** The network takes no more of the class before then. */
  readonly backoff: { readonly until: Date; readonly reason: string } | null;
}

/** Those of an answer. Under the account's lock. */
export async function findAnswerSlotsAndBackoff(
  tx: Queryable,
  asked: { readonly answer_id: string; readonly account_id: string; readonly limit_class: string | null },
): Promise<StepSlots> {
  const own = await tx.query<StepSlots['own'][number] & Record<string, unknown>>(
    `select id, limit_class, at, local_day::text as local_day, state, moved_for, domain from slots where answer_id = $1 and spent = 0`,
    [asked.answer_id],
  );
  const backoff = await tx.query<{ until: Date; reason: string }>(
    'select until, reason from class_holds where account_id = $1 and limit_class = $2',
    [asked.account_id, asked.limit_class],
  );
  return { own: own.rows, backoff: backoff.rows[0] ?? null };
}
