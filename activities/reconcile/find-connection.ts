import type { IntentRow } from '../../src/store/intents/intent.ts';
import type { StepDeps } from '../deps.ts';
import { valueAt } from '../steps/read-data.ts';
import type { Proof } from './proof.ts';
import { readBack } from './read.ts';

/** spec: network / check_connection, from the stored copy. That they are not connected says nothing of an invitation. */
export async function findConnection(deps: StepDeps, intent: IntentRow): Promise<Proof> {
  const reading = await readBack(deps, intent, 'network', 'check_connection', {
    profile_url: valueAt(intent.request, 'params', 'profile_url'),
  });
  if (!reading.ok) return { is: 'unclear', why: 'the copy of the connections cannot be read' };
  return valueAt(reading.data, 'connected') === true
    ? { is: 'done', data: { invitation_state: 'ACCEPTED' }, where: 'they are connected' }
    : { is: 'unclear', why: 'they are not connected' };
}
