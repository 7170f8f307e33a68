import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { StepDeps } from '../deps.ts';
import { backoffMeaning } from '../record/back-off-as-refused.ts';
import { callV2 } from '../v2-caller.ts';
import type { Proof } from './proof.ts';

export type Reading = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly proof: Proof };

/** Reads with the account that sent the call. */
export async function readBack(
  deps: StepDeps,
  intent: IntentRow,
  category: string,
  action: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Reading> {
  const outcome = await callV2(deps.v2, { account_id: intent.account_id, category, action, params });
  switch (outcome.kind) {
    case 'success':
      return { ok: true, data: outcome.data };
    case 'refused': {
      const why = `${action} was refused: ${outcome.message}`;
      if (backoffMeaning(outcome)) return { ok: false, proof: { is: 'unreadable', why, refused: outcome } };
      const lasting = outcome.code === 'CHANNEL_ERROR' || outcome.code === 'INVALID_PARAMS' || outcome.status === 501;
      return { ok: false, proof: lasting ? { is: 'unclear', why } : { is: 'unreadable', why } };
    }
    default:
      return { ok: false, proof: { is: 'unreadable', why: outcome.reason } };
  }
}
