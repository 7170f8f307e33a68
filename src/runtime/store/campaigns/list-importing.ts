import type { Queryable } from '../../../shared/postgres/database.ts';

/** Imports that have not ended and whose workflow was started. */
export async function listImporting(db: Queryable): Promise<{ readonly id: string; readonly runs: number }[]> {
  const { rows } = await db.query<{ id: string; runs: number }>(
    `select c.id, c.runs from campaigns c
      where c.status = 'importing'
        and not exists (select from outbox o where o.target_id = c.id and o.kind = 'start_campaign')
      order by c.id`,
  );
  return rows;
}
