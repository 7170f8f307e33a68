import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

/** spec: balance / get. */
export const getBalance = handleAction(actionOf('balance', 'get'), 'professional', async (call) =>
  answer(await call.channel.inmailBalance(call), ({ product, inmail_credits }) => ({
    product,
    inmail_credits,
  })),
);
