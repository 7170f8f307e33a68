import type { Queryable } from '../../../shared/postgres/database.ts';
import type { TaskRow } from './task.ts';

export type NewTask = Pick<TaskRow, 'id' | 'node' | 'visit' | 'kind' | 'text' | 'preview' | 'due_at' | 'created_at'> &
  Partial<Pick<TaskRow, 'assignee' | 'request'>> & {
    readonly enrollment_id: string;
    /** How far the walk was that asks. */
    readonly asked?: readonly number[] | undefined;
  };

/**
 * One task per step, visit and kind: opened again when a decision was carried out and the call is in doubt again. Returns the id of
 * the open one.
 */
export async function openTask(tx: Queryable, task: NewTask): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into tasks (id, enrollment_id, node, visit, kind, text, preview, status, due_at, created_at, assignee, request, asked)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9, $10, $11, coalesce($12::int[], '{}'))
     on conflict (enrollment_id, node, visit, kind) do update
        set id = case when tasks.status = 'open' then tasks.id else excluded.id end,
            text = excluded.text, preview = excluded.preview, request = excluded.request, assignee = excluded.assignee,
            due_at = excluded.due_at, asked = excluded.asked, status = 'open', decision = null, note = null, decided_at = null
     returning id`,
    [
      task.id,
      task.enrollment_id,
      task.node,
      task.visit,
      task.kind,
      task.text,
      JSON.stringify(task.preview),
      task.due_at,
      task.created_at,
      task.assignee ?? null,
      task.request === undefined || task.request === null ? null : JSON.stringify(task.request),
      task.asked ?? null,
    ],
  );
  return rows[0]?.id ?? task.id;
}

export async function findStepTask(
  db: Queryable,
  step: {
    readonly enrollment_id: string;
    readonly node: string;
    readonly visit: number;
    readonly kind: TaskRow['kind'];
  },
): Promise<TaskRow | null> {
  const { rows } = await db.query<TaskRow & Record<string, unknown>>(
    'select * from tasks where enrollment_id = $1 and node = $2 and visit = $3 and kind = $4',
    [step.enrollment_id, step.node, step.visit, step.kind],
  );
  return rows[0] ?? null;
}
