import type { Queryable } from '../../../shared/postgres/database.ts';

/** An attempt arrived: whatever failed before does not count any more. */
export async function noteArrival(db: Queryable, webhookId: string): Promise<void> {
  await db.query('update webhooks set failing_since = null where id = $1 and failing_since is not null', [webhookId]);
}

/** An attempt failed at `at`, virtual time; returns since when all have. Null: it is not active any more. */
export async function noteFailure(db: Queryable, webhookId: string, at: Date): Promise<Date | null> {
  const { rows } = await db.query<{ failing_since: Date }>(
    `update webhooks set failing_since = coalesce(failing_since, $2) where id = $1 and status = 'active' returning failing_since`,
    [webhookId, at],
  );
  return rows[0]?.failing_since ?? null;
}
