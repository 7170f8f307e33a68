import type { Queryable } from '../../postgres/database.ts';
import { addToOutbox } from '../outbox/add-to-outbox.ts';

/** Asks every step again that waits for this account. */
export async function nudgeHeld(tx: Queryable, accountId: string, at: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select e.id from enrollments e
      where e.status <> 'finished' and e.waiting_kind = 'account'
        and exists (select from jsonb_each_text(e.senders) sender where sender.value = $1)
      order by e.id`,
    [accountId],
  );
  for (const { id } of rows) {
    await addToOutbox(
      tx,
      {
        kind: 'signal_enrollment',
        target_id: id,
        payload: { id: `account/${accountId}/${at.getTime()}`, type: 'nudge' },
      },
      at,
    );
  }
}
