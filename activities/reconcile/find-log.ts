import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { wireKey } from '../../src/runtime/store/intents/intent.ts';
import { mayHaveReached } from '../../src/v2/contract/may-have-reached.ts';
import type { StepDeps } from '../deps.ts';
import { slackOf, virtualAt } from '../virtual-time.ts';
import type { Proof } from './proof.ts';

/**
 * Looks into the service's own history, free of charge. Where its rows carry our key (an extension), that decides; else
 * what is not in it.
 */
export async function findLog(deps: StepDeps, intent: IntentRow): Promise<Proof> {
  const slack = slackOf(deps);
  // The service was done with the call by then, whatever became of it.
  const over = virtualAt(deps, intent.wall_created_at.getTime() + deps.settings.proof_after_ms);
  const outcome = await deps.v2.listLogs({
    action: intent.action,
    account_id: intent.account_id,
    date_from: new Date(intent.created_at.getTime() - slack).toISOString(),
    date_to: new Date(Math.max(over, intent.created_at.getTime()) + slack).toISOString(),
    limit: 200,
  });
  if (outcome.kind !== 'success') {
    return { is: 'unreadable', why: outcome.kind === 'refused' ? outcome.message : outcome.reason };
  }
  const { items, total } = outcome.data;
  const key = wireKey(intent.key, intent.generation);
  const ours = items.filter(({ idempotency_key }) => idempotency_key === key);
  if (ours.some(({ status }) => status === 'success')) {
    return { is: 'done', data: null, where: 'found in the log of the service' };
  }
  // A row without any key may be ours too.
  const maybeOurs = items.filter(({ idempotency_key }) => (idempotency_key ?? key) === key);
  if (maybeOurs.some(({ outcome_unknown }) => outcome_unknown === true)) {
    return { is: 'unclear', why: 'the service itself does not know the outcome', doubted: true };
  }
  if (ours.length > 0) {
    const unheard = ours.every(
      ({ error_code }) => typeof error_code === 'string' && !mayHaveReached({ code: error_code }),
    );
    return { is: 'absent', where: 'the log of the service shows a refusal', alone: true, unheard };
  }
  if (items.length !== total) return { is: 'unclear', why: 'the log of the service is too long to read completely' };
  if (items.some(({ idempotency_key }) => typeof idempotency_key === 'string')) {
    return { is: 'absent', where: 'it is not in the log of the service', alone: true, unheard: true };
  }
  return items.some(({ status }) => status === 'success')
    ? {
        is: 'unclear',
        why: `the log of the service shows a call to ${intent.action} at that time, which may be this one`,
      }
    : { is: 'absent', where: `the log of the service shows no ${intent.action} at that time`, alone: false };
}
