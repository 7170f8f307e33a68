import type { IntentRow } from '../src/runtime/store/intents/intent.ts';
import { findAction } from '../src/v2/contract/actions.ts';
import type { Reconciliation } from '../src/v2/contract/definition.ts';

/**
 * Says how the contract resolves an in-doubt call: by `reading` what reaches a person; by a `repeat` under its key what
 * may be said twice to a service that honors it; `nothing` is left of a read.
 */
export function resolutionOf(intent: Pick<IntentRow, 'category' | 'action'>): Reconciliation['by'] {
  return findAction(intent.category, intent.action)?.reconciliation.by ?? 'reading';
}
