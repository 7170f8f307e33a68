import type { Queryable } from '../../../shared/postgres/database.ts';
import { addSignals } from '../outbox/add-to-outbox.ts';

/** Wakes the steps that have booked a slot of the account: they give it back, and say what they wait for now. */
export async function wakeBooked(tx: Queryable, accountId: string, at: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct s.enrollment_id as id from slots s join enrollments e on e.id = s.enrollment_id
      where s.account_id = $1 and s.state = 'booked' and e.status <> 'finished' and e.waiting_kind = 'slot' order by 1`,
    [accountId],
  );
  const payload = { id: `account/${accountId}/${at.getTime()}`, type: 'nudge' };
  await addSignals(
    tx,
    rows.map(({ id }) => id),
    payload,
    at,
    'bulk',
  );
}
