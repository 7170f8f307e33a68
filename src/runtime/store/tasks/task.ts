import type { TaskComment } from './change-task.ts';

export const TASK_STATUSES = ['open', 'done', 'expired', 'withdrawn'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface TaskRow {
  readonly id: string;
  /** Null: it is about an answer of a person of ours. */
  readonly enrollment_id: string | null;
  readonly answer_id: string | null;
  /** The step that it is about. For an unclear mail it is the step at which the enrollment was, or empty. */
  readonly node: string;
  readonly visit: number;
  readonly kind: 'task' | 'review' | 'unknown_outcome' | 'unclear_reply';
  readonly text: string;
  readonly preview: Readonly<Record<string, unknown>>;
  /** The mail that is unclear. */
  readonly event_id: string | null;
  /** The call that a review shows, as it will go out. */
  readonly request: unknown;
  readonly assignee: string | null;
  /** `expired`: nobody decided in time. `withdrawn`: the enrollment ended, or went on without it. */
  readonly status: TaskStatus;
  readonly decision: string | null;
  readonly note: string | null;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  /** Comments of people of ours, in their order. */
  readonly comments: readonly TaskComment[];
}
