import type { Queryable } from '../../../shared/postgres/database.ts';

export interface Unbegun {
  readonly id: string;
  readonly campaign_id: string | null;
  readonly senders: Readonly<Record<string, string>>;
  readonly timezone: string | null;
}

/** Those of these who are in this version and wait to begin. */
export async function listUnbegun(tx: Queryable, ids: readonly string[], digest: string): Promise<Unbegun[]> {
  const { rows } = await tx.query<Unbegun & Record<string, unknown>>(
    `select e.id, e.campaign_id, e.senders, l.timezone from enrollments e left join leads l on l.id = e.lead_id
      where e.id = any($1) and e.digest = $2 and e.started_at is null and e.status <> 'finished'`,
    [[...ids], digest],
  );
  return rows;
}

export async function putInQueues(
  tx: Queryable,
  people: readonly { readonly id: string; readonly queue: string }[],
): Promise<void> {
  await tx.query(
    `update enrollments e set queue = p.queue from unnest($1::text[], $2::bigint[]) as p (id, queue)
      where e.id = p.id and e.started_at is null`,
    [people.map(({ id }) => id), people.map(({ queue }) => queue)],
  );
}
