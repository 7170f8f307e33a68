import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const visit = handleAction(actionOf('profiles', 'visit'), 'profiles', async (call) =>
  answer(await call.channel.visit(call, call.params.profile_url), (profile) => ({
    visited: true,
    profile_url: profile.profile_url,
    profile_id_url: profile.profile_id_url,
    member_urn: profile.member_urn,
    degree: profile.degree,
  })),
);
