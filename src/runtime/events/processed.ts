import type { ProcessedEvent } from '../store/events/mark-processed.ts';

/** The state in which ingesting leaves an event. */
export interface Processed extends Omit<ProcessedEvent, 'event_id'> {
  /** The event is marked already, with what came of it. */
  readonly is_marked?: true;
}

export function processed(state: ProcessedEvent['state'], more: Partial<Omit<Processed, 'state'>>): Processed {
  return { state, lead_id: null, note: null, keys: [], ...more };
}
