import type { ChargeFacts } from '../../contract/actions.ts';
import type { ActionDefinition } from '../../contract/definition.ts';
import type { OffsetRange, Outcome, Page } from '../channels/call.ts';
import type { ActionResult } from './action-handler.ts';

/** spec: Offset pagination. An empty page was one upstream request too. */
export function offsetFields<T>(definition: Pick<ActionDefinition, 'pagination'>, range: OffsetRange, page: Page<T>) {
  const count = page.items.length;
  const behind = range.offset + count;
  const next = page.next_offset === undefined ? (count > 0 && behind < page.total ? behind : null) : page.next_offset;
  const { pagination } = definition;
  if (pagination?.kind !== 'offset') throw new Error('not a list with offset pagination');
  return {
    total_results: count,
    total_available_results: page.total,
    pagination: {
      offset: range.offset,
      count,
      next_offset: next,
      has_more: next !== null,
      results_per_page: pagination.batch,
      ...(pagination.pages_fetched ? { pages_fetched: Math.max(1, Math.ceil(count / pagination.batch)) } : {}),
    },
  };
}

/** A page of the channel as a list: `shape` names the items, the charge follows their number. */
export function offsetList<T, Items extends object>(
  definition: Pick<ActionDefinition, 'pagination'>,
  range: OffsetRange,
  outcome: Outcome<Page<T>>,
  shape: (items: readonly T[]) => Items,
): ActionResult<Items & ReturnType<typeof offsetFields>> {
  if (!outcome.ok) return outcome;
  const page = outcome.value;
  const facts: ChargeFacts = { results: page.items.length };
  return { ok: true, data: { ...shape(page.items), ...offsetFields(definition, range, page) }, facts };
}
