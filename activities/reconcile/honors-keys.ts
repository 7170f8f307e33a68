import { HOUR } from '../../src/shared/kit/duration.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import type { StepDeps } from '../deps.ts';
import { profileOf, type StepContext, senderOf } from '../look/context.ts';
import { meaningOf } from '../record/outcomes/meaning-of.ts';
import { callV2, type StepClient, type V2Outcome } from '../v2-caller.ts';

const found = new WeakMap<StepClient, { readonly honored: boolean; readonly wall_at: number }>();

/**
 * Whether the service does once per `Idempotency-Key` what it is asked twice. Where nobody has said so, it is asked twice for
 * something free under one key: only one that says that it repeats its answer is taken to honor keys. Null: not known now.
 */
export async function honorsKeys(deps: StepDeps, context: StepContext): Promise<boolean | null> {
  const given = deps.settings.idempotency_honored;
  if (given !== 'detect') return given;
  const known = found.get(deps.v2_in_place);
  if (known && deps.wallNow() - known.wall_at < HOUR) return known.honored;
  const sender = senderOf(context, 'professional');
  const profile_url = profileOf(context);
  if (!sender || !profile_url) return false;
  const request = { account_id: sender.id, category: 'network', action: 'check_connection', params: { profile_url } };
  const key = `probe/${newId('prb')}`;
  const first = await callV2(deps.v2, request, key);
  // If the first one never arrived, the second is the first under its key, and its fresh answer says nothing.
  if (first.kind !== 'success') return withoutAnswer(first);
  const again = await callV2(deps.v2, request, key);
  if (again.kind !== 'success') return withoutAnswer(again);
  found.set(deps.v2_in_place, { honored: again.replayed, wall_at: deps.wallNow() });
  return again.replayed;
}

/**
 * Judges a call without an answer. A service that refuses this call for good will never answer about keys; whatever
 * else is in the way may pass.
 */
function withoutAnswer(outcome: Exclude<V2Outcome, { kind: 'success' }>): false | null {
  if (outcome.kind !== 'refused') return null;
  const meaning = meaningOf('professional', 'action', outcome);
  return meaning === 'fail' || meaning === 'impossible' ? false : null;
}
