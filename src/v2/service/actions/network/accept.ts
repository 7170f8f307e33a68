import { actionOf } from '../../../contract/actions.ts';
import { addToCopy } from '../../connection-copies/connection-copy.ts';
import { handleAction } from '../action-handler.ts';

/** The connection that it makes is known here, so the stored copy learns it as it learns of a detected acceptance. */
export const accept = handleAction(actionOf('network', 'accept'), async (call) => {
  const accepted = await call.context.channels.network.accept(call, call.params);
  if (!accepted.ok) return accepted;
  await addToCopy(call.tx, call.account.account_id, [accepted.value]);
  return { ok: true, data: { accepted: true } };
});
