import { MINUTE, SECOND } from '../../src/kit/duration.ts';
import type { IntentRow } from '../../src/store/intents/intent.ts';
import { wireKey } from '../../src/store/intents/intent.ts';
import type { StepDeps } from '../deps.ts';
import { worldSpan } from '../world-wall.ts';
import type { Proof } from './proof.ts';

/** The service's own history, where its rows carry our key (an extension): a success under the key is proof. Free of charge. */
export async function findLog(deps: StepDeps, intent: IntentRow): Promise<Proof> {
  const since = intent.created_at.getTime() - Math.max(2 * MINUTE, worldSpan(deps, 2 * SECOND));
  const outcome = await deps.v2.listLogs({
    action: intent.action,
    account_id: intent.account_id,
    date_from: new Date(since).toISOString(),
    limit: 200,
  });
  if (outcome.kind !== 'success') {
    return { is: 'unreadable', why: outcome.kind === 'refused' ? outcome.message : outcome.reason };
  }
  const { items, total } = outcome.data;
  const key = wireKey(intent.key, intent.generation);
  const rows = items.filter(({ idempotency_key }) => idempotency_key === key);
  if (rows.some(({ status }) => status === 'success')) {
    return { is: 'done', data: {}, where: 'found in the log of the service' };
  }
  if (rows.length > 0) return { is: 'absent', where: 'the log of the service shows a refusal' };
  const keeps = items.some(({ idempotency_key }) => typeof idempotency_key === 'string');
  return keeps && items.length === total
    ? { is: 'absent', where: 'the log of the service does not hold it' }
    : { is: 'unclear', why: 'the log of the service does not say' };
}
