import type { PerformRequest } from '../../src/core/engine/perform.ts';

/** Whether the stop flag was raised by a reply before it was seen that a `wait_for: reply` was there for it. */
export function isAwaited(
  { awaited_replies = [] }: PerformRequest,
  { stop_outcome, stop_event_id }: { readonly stop_outcome: string | null; readonly stop_event_id: string | null },
): boolean {
  return stop_outcome === 'replied' && stop_event_id !== null && awaited_replies.includes(stop_event_id);
}
