/** What the timeline says of each action. */
export const TITLES = {
  stop: 'Stopped by a person',
  pause: 'Paused by a person',
  resume: 'Resumed by a person',
  skip: 'Skipped by a person',
  retry: 'Retried by a person',
  reschedule: 'Rescheduled by a person',
} as const;
