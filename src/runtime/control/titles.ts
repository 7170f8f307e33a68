/** The lines of the timeline, by action. */
export const TITLES = {
  stop: 'Stopped by a person',
  pause: 'Paused by a person',
  resume: 'Resumed by a person',
  skip: 'Skipped by a person',
  retry: 'Retried by a person',
  reschedule: 'Rescheduled by a person',
} as const;

/** The words of the audit log, by action: somebody `paused` something. */
export const DONE = {
  stop: 'stopped',
  pause: 'paused',
  resume: 'resumed',
  skip: 'skipped the present step of',
  retry: 'retried the present step of',
  reschedule: 'rescheduled the present step of',
} as const;
