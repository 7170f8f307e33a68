/** What the timeline says of it. */
export const TITLES = {
  stop: 'Stopped by a person',
  pause: 'Paused by a person',
  resume: 'Resumed by a person',
  skip: 'Skipped by a person',
  retry: 'Tried again by a person',
  reschedule: 'Put off by a person',
} as const;
