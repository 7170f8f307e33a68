import type { Queryable } from '../../../shared/postgres/database.ts';
import { rowsOf } from '../../../shared/postgres/json-rows.ts';

/** People who are interchangeable before they begin: whatever lets one of them begin lets any. */
export interface NewQueue {
  readonly key: string;
  readonly sequence: string;
  readonly digest: string;
  readonly campaign_id: string | null;
  readonly places: readonly QueueLimit[];
}

/** An account and class whose limit the first limited step of one of their ways meets. */
export interface QueueLimit {
  readonly account_id: string;
  readonly limit_class: string;
}

/** The ids of the groups by their keys; those that are not there yet are made. */
export async function ensureQueues(tx: Queryable, queues: readonly NewQueue[]): Promise<ReadonlyMap<string, string>> {
  const keys = queues.map(({ key }) => key);
  const find = async (): Promise<Map<string, string>> => {
    const { rows } = await tx.query<{ id: string; key: string }>(
      'select id::text as id, key from queues where key = any($1)',
      [keys],
    );
    return new Map(rows.map(({ id, key }) => [key, id]));
  };
  const present = await find();
  const missing = queues.filter(({ key }) => !present.has(key)).sort((a, b) => (a.key < b.key ? -1 : 1));
  if (missing.length === 0) return present;
  await tx.query(
    `insert into queues (key, sequence, digest, campaign_id, places)
     select key, sequence, digest, campaign_id, places
       from ${rowsOf('key text, sequence text, digest text, campaign_id text, places jsonb')} as r
     on conflict (key) do nothing`,
    [JSON.stringify(missing)],
  );
  return find();
}
