import type { Queryable } from '../../../shared/postgres/database.ts';
import type { QueueLimit } from './ensure-queues.ts';

export interface WaitingQueue {
  readonly id: string;
  readonly sequence: string;
  readonly digest: string;
  readonly campaign_id: string | null;
  readonly weight: number;
  readonly places: readonly QueueLimit[];
  /** The enrollment that is next. */
  readonly first: string;
  /** All their senders. */
  readonly account_ids: readonly string[];
}

/**
 * Groups in which somebody waits, after the group `after`. The index is jumped through from group to group, so a million who wait
 * cost no more than one.
 */
export async function listWaiting(db: Queryable, after: string, limit: number): Promise<WaitingQueue[]> {
  const next = (than: string): string =>
    `(select e.queue, e.id from enrollments e where e.queue > ${than} and e.started_at is null and e.status = 'queued'
       order by e.queue, e.id limit 1)`;
  const { rows } = await db.query<WaitingQueue & Record<string, unknown>>(
    `with recursive waiting (queue, first, place) as (
       select n.queue, n.id, 1 from ${next('$1::bigint')} as n
       union all
       select n.queue, n.id, waiting.place + 1 from waiting, lateral ${next('waiting.queue')} as n where waiting.place < $2
     )
     select q.id::text as id, q.sequence, q.digest, q.campaign_id, coalesce(c.weight, 1) as weight, q.places, waiting.first,
            array(select value from jsonb_each_text((select senders from enrollments where id = waiting.first))) as account_ids
       from waiting join queues q on q.id = waiting.queue left join campaigns c on c.id = q.campaign_id
      order by q.id`,
    [after, limit],
  );
  return rows;
}
