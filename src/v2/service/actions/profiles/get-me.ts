import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';
import { profileRecord } from './profile-record.ts';

export const getMe = handleAction(actionOf('profiles', 'get_me'), 'profiles', async (call) =>
  answer(await call.channel.getMe(call), profileRecord),
);
