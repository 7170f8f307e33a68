import type { NetworkProfile } from '../../../core/calendar/network-profile.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { listAccounts } from '../../store/accounts/find-account.ts';
import { ensureQueues } from '../../store/queues/ensure-queues.ts';
import { listUnbegun, putInQueues } from '../../store/queues/put-in-queues.ts';
import { createQueueOf } from './queue-of.ts';

/** Those of these people who wait to begin do so in another version from now on: its groups may be others. Under their locks. */
export async function queueAnew(
  tx: Queryable,
  { plan, digest, sequence }: { readonly plan: Plan; readonly digest: string; readonly sequence: string },
  ids: readonly string[],
  { profiles, now }: { readonly profiles: readonly NetworkProfile[]; readonly now: number },
): Promise<void> {
  const waiting = await listUnbegun(tx, ids, digest);
  if (waiting.length === 0) return;
  const queueOf = createQueueOf({ plan, accounts: await listAccounts(tx), profiles }, now);
  const placed = waiting.map(({ id, campaign_id, senders, timezone }) => ({
    id,
    queue: queueOf({ sequence, digest, campaign_id, senders }, timezone === null ? {} : { timezone }),
  }));
  const queues = await ensureQueues(tx, [...new Map(placed.map(({ queue }) => [queue.key, queue])).values()]);
  await putInQueues(
    tx,
    placed.flatMap(({ id, queue }) => {
      const found = queues.get(queue.key);
      return found === undefined ? [] : [{ id, queue: found }];
    }),
  );
}
