import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const getCompany = handleAction(actionOf('profiles', 'get_company'), 'profiles', async (call) =>
  answer(await call.channel.getCompany(call, call.params.company_url), (company) => ({ ...company })),
);
