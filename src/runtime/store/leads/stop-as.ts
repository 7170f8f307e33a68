import type { Queryable } from '../../../shared/postgres/database.ts';
import { refuseLate } from '../enrollments/lock-enrollments.ts';
import { stopEnrollments } from '../enrollments/stop-enrollments.ts';
import { addSignals } from '../outbox/add-to-outbox.ts';
import { addLines } from '../timeline/add-line.ts';

export interface WhyStopped {
  readonly id: string;
  readonly title: string;
}

/**
 * The reason to stop the newer one of two enrollments of one person, which would not have been admitted. `of`: the lead or the enrollment that shows
 * it.
 */
export const isDuplicate = (of: string): WhyStopped => ({
  id: `twin/${of}`,
  title: 'Stopped: this person is already enrolled under another name',
});

/**
 * Stops them with a line that says why, and tells their walks. `locked`: the enrollments that the caller has locked, in their turn; one that came since is not
 * locked out of order: the transaction is undone (`Conflict`), and done again with it.
 */
export async function stopAs(
  tx: Queryable,
  { ids, locked }: { readonly ids: readonly string[]; readonly locked: readonly string[] },
  at: Date,
  why: WhyStopped,
): Promise<void> {
  if (ids.length === 0) return;
  refuseLate(ids, locked);
  const stopped = await stopEnrollments(tx, { ids, outcome: 'stopped', event_id: why.id, at });
  await addLines(
    tx,
    stopped.map((enrollment_id) => ({ enrollment_id, at, node: null, type: 'stop', title: why.title, once: why.id })),
  );
  await addSignals(tx, stopped, { id: why.id, type: 'stop' }, at);
}
