import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const invite = handleAction(actionOf('network', 'invite'), 'network', async (call) => {
  const { profile_url, message_text } = call.params;
  const note = message_text === undefined || message_text.trim() === '' ? null : message_text;
  return answer(await call.channel.invite(call, profile_url, note), (invitation) => ({
    invitation_id: invitation.invitation_id,
    invitation_state: 'PENDING' as const,
    profile_url: invitation.profile_url,
  }));
});
