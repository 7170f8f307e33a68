import { findClaims } from '../../src/runtime/store/intents/find-claims.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { oneLine } from '../../src/shared/kit/one-line.ts';
import type { StepDeps } from '../deps.ts';
import { numberAt, textAt } from '../steps/read-data.ts';
import { slackOf, virtualAt } from '../virtual-time.ts';

/**
 * Weighs whether a message with our text came of this intent. One that another send has as its receipt did not; one
 * that another send of the same words and time, whose receipt nobody knows, would explain as well may have come of
 * either.
 */
export async function weighMessage(
  deps: StepDeps,
  intent: IntentRow,
  message: unknown,
): Promise<'ours' | 'of_another' | 'of_either'> {
  const text = oneLine(textAt(message, 'text') ?? '');
  const time = numberAt(message, 'time');
  const claims = await findClaims(deps.db, intent, textAt(message, 'message_id'));
  if (claims.some(({ has_receipt }) => has_receipt)) return 'of_another';
  const slack = slackOf(deps);
  const explains = claims.some((claim) => {
    if (oneLine(claim.text) !== text) return false;
    const from = claim.created_at.getTime() - slack;
    const until = virtualAt(deps, claim.wall_created_at.getTime() + deps.settings.proof_after_ms) + slack;
    return time === null || (time >= from && time <= until);
  });
  return explains ? 'of_either' : 'ours';
}
