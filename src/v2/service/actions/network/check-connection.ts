import { actionOf } from '../../../contract/actions.ts';
import { copyState, findStored } from '../../connection-copies/connection-copy.ts';
import { handleAction } from '../action-handler.ts';

/** spec: network / check_connection. From the stored copy alone: without one nothing is known. */
export const checkConnection = handleAction(
  actionOf('network', 'check_connection'),
  'network',
  async (call) => {
    const { tx, account } = call;
    const member = await call.channel.identify(call, call.params.profile_url);
    if (!member.ok) return member;
    const copy = await copyState(tx, account.account_id);
    const stored = { account_id: account.account_id, member_urn: member.value };
    const name = copy.cache_synced ? await findStored(tx, stored) : null;
    return { ok: true, data: { connected: name !== null, name, ...copy } };
  },
  { by_keys: true },
);
