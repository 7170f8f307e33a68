import { unreachable } from '../../../../shared/kit/result.ts';
import { actionOf } from '../../../contract/actions.ts';
import type { InvitationState } from '../../channels/network-channel.ts';
import { answer, handleAction } from '../action-handler.ts';

/** spec: network / check_invitation. */
export const checkInvitation = handleAction(
  actionOf('network', 'check_invitation'),
  'network',
  async (call) =>
    answer(await call.channel.checkInvitation(call, call.params.profile_url), (invitation) => ({
      invitation_state: invitation.state,
      invitation_type: invitation.type,
      invitation_id: invitation.invitation_id,
      member_distance: invitation.distance,
      message: inWords(invitation),
    })),
  { by_keys: true },
);

function inWords({ state, type }: InvitationState): string {
  switch (state) {
    case 'ACCEPTED':
      return 'You are connected with this person.';
    case 'PENDING':
      return type === 'RECEIVED'
        ? 'This person invited you and waits for your answer.'
        : 'Your invitation waits for an answer.';
    case 'NO_INVITATION':
      return 'There is no invitation between you and this person.';
    default:
      return unreachable(state);
  }
}
