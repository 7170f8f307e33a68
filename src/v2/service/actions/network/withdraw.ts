import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const withdraw = handleAction(actionOf('network', 'withdraw'), 'network', async (call) =>
  answer(await call.channel.withdraw(call, call.params.invitation_id), () => ({
    withdrawn: true,
  })),
);
