import { actionOf } from '../../../contract/actions.ts';
import { addToCopy } from '../../connection-copies/connection-copy.ts';
import { answer, handleAction } from '../action-handler.ts';

/** The connection that it makes is known here, so the stored copy learns it as it learns of a detected acceptance. */
export const accept = handleAction(actionOf('network', 'accept'), 'network', async (call) => {
  const accepted = await call.channel.accept(call, call.params);
  // Over a network it is not made yet: its event brings it into the copy.
  if (accepted.ok && !('underway' in accepted)) await addToCopy(call.tx, call.account.account_id, [accepted.value]);
  return answer(accepted, () => ({ accepted: true }));
});
