import type { TaskRow } from '../../../runtime/store/tasks/task.ts';

/** What a person sees of a question; the call behind a review stays inside. */
export function viewTask(task: TaskRow) {
  const { id, enrollment_id, node, kind, text, preview, assignee, status, decision, note } = task;
  const { due_at, created_at, decided_at } = task;
  return {
    ...{ id, enrollment_id, node, kind, text, preview, assignee, status, decision, note },
    ...{ due_at, created_at, decided_at },
  };
}
