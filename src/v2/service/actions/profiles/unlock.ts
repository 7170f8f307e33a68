import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

/** spec: profiles / unlock. */
export const unlock = handleAction(actionOf('profiles', 'unlock'), 'profiles', async (call) =>
  answer(
    await call.channel.unlock(call, call.params.profile),
    (member) => ({
      unlocked: true,
      sales_profile_id: member.lead_id,
      recipient_urn: member.recipient_urn,
      member_urn: member.member_urn,
      full_name: member.full_name,
      degree: member.degree,
      profile_url: member.profile_url,
      inmail_restriction: member.inmail_restriction,
    }),
    ({ repeated }) => ({ repeated }),
  ),
);
