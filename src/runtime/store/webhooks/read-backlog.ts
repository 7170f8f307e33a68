import type { Queryable } from '../../../shared/postgres/database.ts';

/** The events that are queued for a webhook and were not delivered yet. */
export interface Backlog {
  /** Number of events, `MOST_COUNTED` + 1 at most. */
  readonly count: number;
  /** When the oldest of it was queued. */
  readonly since: Date;
}

export const MOST_COUNTED = 10_000;

/** Reads the backlog of active webhooks that have one. Where it is longer than is counted, `since` is that of the events that are due first. */
export async function readBacklog(db: Queryable, webhookIds: readonly string[]): Promise<ReadonlyMap<string, Backlog>> {
  const { rows } = await db.query<Backlog & { webhook_id: string }>(
    `select asked.id as webhook_id, owed.count, owed.since
       from unnest($1::text[]) as asked(id), lateral (
         select count(*)::int as count, min(created_at) as since
           from (select created_at from deliveries
                  where webhook_id = asked.id and due_at is not null and not held
                  order by due_at limit $2) as first) as owed
      where owed.count > 0`,
    [webhookIds, MOST_COUNTED + 1],
  );
  return new Map(rows.map(({ webhook_id, count, since }) => [webhook_id, { count, since }]));
}
