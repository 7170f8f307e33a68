import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { StepDeps } from '../deps.ts';
import type { Correspondents } from '../look/context.ts';
import { valueAt } from '../steps/read-data.ts';
import type { Proof } from './proof.ts';
import { readBack } from './read.ts';
import { weighConnection } from './weigh-invitation.ts';

/** spec: network / check_connection, from the stored copy. That they are not connected says nothing of an invitation. */
export async function findConnection(
  deps: StepDeps,
  context: Correspondents,
  intent: IntentRow,
  known: boolean,
): Promise<Proof> {
  const reading = await readBack(deps, intent, 'network', 'check_connection', {
    profile_url: valueAt(intent.request, 'params', 'profile_url'),
  });
  if (!reading.ok) return { is: 'unclear', why: 'the copy of the connections cannot be read' };
  if (valueAt(reading.data, 'connected') !== true) return { is: 'unclear', why: 'they are not connected' };
  const data = { invitation_state: 'ACCEPTED' };
  return weighConnection(deps, context, intent, { data, where: 'they are connected', known });
}
