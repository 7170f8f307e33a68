import { backoffInSql } from '../../../shared/postgres/backoff-in-sql.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { IntentRow } from './intent.ts';

export type StepIntent = IntentRow & { readonly enrollment_id: string };

export async function findIntent(db: Queryable, key: string): Promise<IntentRow | null> {
  const { rows } = await db.query<IntentRow & Record<string, unknown>>('select * from intents where key = $1', [key]);
  return rows[0] ?? null;
}

/**
 * Lists in-doubt intents of enrollments that have ended, sent before `before` (wall time): no walk will ask for those steps again. Each has its turn,
 * and ever more rarely, so that those that cannot be read keep nobody waiting.
 */
export async function listInDoubtAfterEnd(db: Queryable, before: Date, limit: number): Promise<StepIntent[]> {
  const { rows } = await db.query<StepIntent & Record<string, unknown>>(
    `select i.* from intents i join enrollments e on e.id = i.enrollment_id
      where i.state in ('sent', 'unknown') and e.status = 'finished' and not i.erased and i.wall_created_at < $1
        and (i.wall_looked_at is null or i.wall_looked_at < clock_timestamp() - ${backoffInSql('i.lookups + 1', '1', '60')} * interval '1 minute')
      order by i.wall_looked_at nulls first, i.created_at, i.key limit $2`,
    [before, limit],
  );
  return rows;
}

export async function noteLookedAt(db: Queryable, key: string): Promise<void> {
  await db.query('update intents set wall_looked_at = clock_timestamp() where key = $1', [key]);
}

/** The last email of this enrollment that went out, for the one that answers it. */
export async function findLastEmail(db: Queryable, enrollmentId: string): Promise<IntentRow | null> {
  const { rows } = await db.query<IntentRow & Record<string, unknown>>(
    `select * from intents where enrollment_id = $1 and limit_class = 'email' and state = 'done'
      order by settled_at desc, key desc limit 1`,
    [enrollmentId],
  );
  return rows[0] ?? null;
}
