import type { Queryable } from '../../../shared/postgres/database.ts';

export interface Waiting {
  readonly outbox: number;
  readonly events_pending: number;
  readonly events_unmatched: number;
  readonly intents_in_doubt: number;
}

/** For the metrics: the work that is still waiting. */
export async function countWaiting(db: Queryable): Promise<Waiting> {
  const { rows } = await db.query<Waiting & Record<string, unknown>>(
    `select (select count(*)::int from outbox) as outbox,
            (select count(*)::int from events where state = 'pending') as events_pending,
            (select count(*)::int from events where state = 'unmatched') as events_unmatched,
            (select count(*)::int from intents where state = 'unknown') as intents_in_doubt`,
  );
  return rows[0] ?? { outbox: 0, events_pending: 0, events_unmatched: 0, intents_in_doubt: 0 };
}
