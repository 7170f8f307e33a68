import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';
import { profileRecord } from './profile-record.ts';

export const getProfile = handleAction(actionOf('profiles', 'get'), 'profiles', async (call) =>
  answer(await call.channel.getProfile(call, call.params.profile_url), profileRecord),
);
