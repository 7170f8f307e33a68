import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const getContact = handleAction(actionOf('profiles', 'get_contact'), async (call) =>
  answer(await call.context.channels.profiles.getContact(call, call.params.profile_url), (contact) => ({
    emails: [...contact.emails],
    phones: [...contact.phones],
    websites: [...contact.websites],
  })),
);
