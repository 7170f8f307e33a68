import type { Queryable } from '../../../shared/postgres/database.ts';

/** What a webhook is owed and has not got yet. */
export interface Backlog {
  /** At most `MOST_COUNTED` + 1. */
  readonly count: number;
  /** When the oldest of it was queued. */
  readonly since: Date;
}

export const MOST_COUNTED = 10_000;

/** Of active webhooks to which something is owed. Where more is owed than is counted, `since` is of what is due first. */
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
