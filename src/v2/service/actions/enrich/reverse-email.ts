import { actionOf } from '../../../contract/actions.ts';
import { answer, handleWithoutAccount } from '../action-handler.ts';

export const reverseEmail = handleWithoutAccount(actionOf('enrich', 'reverse_email'), async (call) =>
  answer(await call.channel.findOwner(call, call.params.email), (owner) => ({
    profile_url: owner?.profile_url ?? null,
    full_name: owner?.full_name ?? null,
    company: owner?.company ?? null,
  })),
);
