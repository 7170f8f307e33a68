import type { Queryable } from '../../../shared/postgres/database.ts';
import { byId, equal, type Listing } from '../listing.ts';
import type { TaskRow } from './task.ts';

export async function readTask(db: Queryable, id: string): Promise<TaskRow | null> {
  const { rows } = await db.query<TaskRow & Record<string, unknown>>('select * from tasks where id = $1', [id]);
  return rows[0] ?? null;
}

export const taskListing = (filter: {
  readonly status?: string | undefined;
  readonly enrollment_id?: string | undefined;
}): Listing<TaskRow> => ({
  ...{ columns: '*', tables: 'tasks', ...equal(filter) },
  orders: { created_at: byId() },
  usual: '-created_at',
});
