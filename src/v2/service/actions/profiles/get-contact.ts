import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const getContact = handleAction(actionOf('profiles', 'get_contact'), 'profiles', async (call) =>
  answer(await call.channel.getContact(call, call.params.profile_url), (contact) => ({
    emails: [...contact.emails],
    phones: [...contact.phones],
    websites: [...contact.websites],
  })),
);
