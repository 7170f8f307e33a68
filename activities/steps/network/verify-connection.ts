import { findIntent } from '../../../src/runtime/store/intents/find-intent.ts';
import { wasVerified } from '../../../src/runtime/store/intents/find-verification.ts';
import type { IntentRow } from '../../../src/runtime/store/intents/intent.ts';
import { DAY, HOUR } from '../../../src/shared/kit/duration.ts';
import type { StepDeps } from '../../deps.ts';
import type { StepContext } from '../../look/context.ts';
import { valueAt } from '../read-data.ts';

/** The stored copy did not know them, and the same step asks the network next. */
export const NOT_IN_COPY = 'NOT_IN_COPY';

/**
 * The time for which a no of the copy waits for the credit of its verification; then the copy, which is free, is asked
 * again.
 */
const COPY_KEPT = HOUR;

/**
 * Whether what the stored copy says is to be verified: it may be older than a connection of today. A yes is enough, and so is what was
 * verified on the same day.
 */
export async function isDoubtful(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  data: unknown,
): Promise<boolean> {
  const { node } = context;
  if (node.kind !== 'check' || node.what !== 'connection' || intent.request.action !== 'check_connection') return false;
  if (valueAt(data, 'connected') === true || context.state.connected) return false;
  const since = new Date(deps.clock.now() - DAY);
  return !(await wasVerified(deps.db, { enrollment_id: context.enrollment.id, account_id: intent.account_id, since }));
}

/** Whether the copy has said no to this very step, a moment ago. */
export async function isToBeVerified(deps: StepDeps, { begun, key }: StepContext): Promise<boolean> {
  if (!begun) return false;
  const intent = await findIntent(deps.db, key);
  const asked = intent?.state === 'not_done' && intent.error_code === NOT_IN_COPY ? intent.settled_at : null;
  return asked !== null && deps.clock.now() - asked.getTime() < COPY_KEPT;
}
