import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const withdraw = handleAction(actionOf('network', 'withdraw'), async (call) =>
  answer(await call.context.channels.network.withdraw(call, call.params.invitation_id), () => ({
    withdrawn: true,
  })),
);
