import { actionOf } from '../../../contract/actions.ts';
import { answer, handleWithoutAccount } from '../action-handler.ts';

export const findEmail = handleWithoutAccount(actionOf('enrich', 'find_email'), async (call) => {
  const { profile_url, first_name, last_name, domain, company } = call.params;
  const query = {
    ...(profile_url === undefined ? {} : { profile_url }),
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(domain === undefined ? {} : { domain }),
    ...(company === undefined ? {} : { company }),
  };
  return answer(await call.channel.findEmail(call, query), ({ email, status, score }) => ({
    email,
    status,
    score,
  }));
});
