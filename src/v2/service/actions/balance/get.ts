import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

/** spec: balance / get. */
export const getBalance = handleAction(actionOf('balance', 'get'), async (call) =>
  answer(await call.context.channels.professional.inmailBalance(call), ({ product, inmail_credits }) => ({
    product,
    inmail_credits,
  })),
);
