import type { CursorPage, Outcome } from '../../channels/call.ts';
import type { ActionResult } from '../action-handler.ts';

/** spec: Cursor pagination. `total_results` is the number in this answer. */
export function cursorList<T, Items extends object>(
  outcome: Outcome<CursorPage<T>>,
  shape: (items: readonly T[]) => Items,
): ActionResult<Items & { total_results: number; next_cursor: string | null }> {
  if (!outcome.ok) return outcome;
  const { items, next_cursor } = outcome.value;
  return {
    ok: true,
    data: { ...shape(items), total_results: items.length, next_cursor },
    facts: { results: items.length },
  };
}
