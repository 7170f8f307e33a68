import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange, recordNoChange } from '../audit-log/record-change.ts';

/** Says whose task it is; null: nobody's. In the caller's transaction; a task that is not there stays so. */
export async function assignTask(tx: Queryable, id: string, assignee: string | null): Promise<void> {
  const { rows } = await tx.query<{ before: string | null }>(
    `update tasks set assignee = $2 from (select id, assignee as before from tasks where id = $1 for update) as old
      where tasks.id = old.id returning old.before`,
    [id, assignee],
  );
  const [changed] = rows;
  if (changed === undefined || changed.before === assignee) return recordNoChange();
  await recordChange(tx, {
    did: `assigned the task ${id}`,
    target: { kind: 'task', id },
    before: { assignee: changed.before },
    after: { assignee },
  });
}

export interface TaskComment {
  readonly at: string;
  readonly author: string;
  readonly text: string;
}

/** Adds a comment, which is read only where its task is read alone. */
export async function commentOnTask(tx: Queryable, id: string, comment: TaskComment): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    `update tasks set comments = comments || $2::jsonb where id = $1 returning jsonb_array_length(comments) as count`,
    [id, JSON.stringify([comment])],
  );
  const [changed] = rows;
  if (changed === undefined) return recordNoChange();
  await recordChange(tx, {
    did: `commented on the task ${id}`,
    target: { kind: 'task', id },
    after: { comments: changed.count },
  });
}
