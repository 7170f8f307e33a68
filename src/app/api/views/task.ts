import type { ListedTask } from '../../../runtime/store/tasks/list-tasks.ts';

/** What a person sees of a question; the call behind a review stays inside. */
export function viewTask(task: ListedTask) {
  const { id, enrollment_id, answer_id, node, kind, text, preview, assignee, status, decision, note } = task;
  const { due_at, created_at, decided_at, lead, last_message, comments } = task;
  return {
    ...{ id, enrollment_id, answer_id, node, kind, text, preview, assignee, status, decision, note },
    ...{ due_at, created_at, decided_at, lead, last_message, comments },
  };
}
