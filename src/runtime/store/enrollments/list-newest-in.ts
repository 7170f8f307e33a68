import type { Queryable } from '../../../shared/postgres/database.ts';

/** The newest enrollment of somebody in a sequence. */
export interface NewestIn {
  readonly id: string;
  readonly lead_id: string;
  readonly is_under_way: boolean;
  readonly vars: Readonly<Record<string, unknown>>;
}

/** Lists the newest enrollment in the sequence of each of these people who is or was in it. */
export async function listNewestIn(db: Queryable, leadIds: readonly string[], sequence: string): Promise<NewestIn[]> {
  if (leadIds.length === 0) return [];
  const { rows } = await db.query<NewestIn & Record<string, unknown>>(
    `select distinct on (lead_id) id, lead_id, status <> 'finished' as is_under_way, vars
       from enrollments where lead_id = any($1) and sequence = $2 order by lead_id, created_at desc, id desc`,
    [[...leadIds], sequence],
  );
  return rows;
}
