import type { ProcessedEvent } from '../store/events/mark-processed.ts';

/** The state in which ingesting leaves an event. */
export type Processed = Omit<ProcessedEvent, 'event_id'>;

export function processed(state: ProcessedEvent['state'], more: Partial<Omit<Processed, 'state'>>): Processed {
  return { state, lead_id: null, note: null, keys: [], ...more };
}
