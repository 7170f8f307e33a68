/** A kind of task as people read it. */
export const KINDS = {
  task: 'task',
  review: 'review',
  unknown_outcome: 'in doubt',
  unclear_reply: 'unclear reply',
} as const;
