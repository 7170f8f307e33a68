import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { StepDeps } from '../deps.ts';
import type { Correspondents } from '../look/context.ts';
import { textAt, valueAt } from '../steps/read-data.ts';
import type { Proof } from './proof.ts';
import { readBack } from './read.ts';
import { weighConnection, weighPending } from './weigh-invitation.ts';

/** spec: network / check_invitation. One that was declined is as if never sent. */
export async function findInvitation(
  deps: StepDeps,
  context: Correspondents,
  intent: IntentRow,
  known: boolean,
): Promise<Proof> {
  const reading = await readBack(deps, intent, 'network', 'check_invitation', {
    profile_url: valueAt(intent.request, 'params', 'profile_url'),
  });
  if (!reading.ok) return reading.proof;
  const seen = { data: reading.data, where: 'found by checking the invitation', known };
  switch (textAt(reading.data, 'invitation_state')) {
    case 'ACCEPTED':
      return weighConnection(deps, context, intent, seen);
    case 'PENDING':
      return textAt(reading.data, 'invitation_type') === 'RECEIVED'
        ? { is: 'unclear', why: 'the lead has invited us in the meantime' }
        : weighPending(deps, intent, seen);
    case 'NO_INVITATION':
      return { is: 'absent', where: 'no invitation is pending', alone: false };
    default:
      return { is: 'unclear', why: 'the state of the invitation is unknown' };
  }
}
