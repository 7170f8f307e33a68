import { actionOf } from '../../../contract/actions.ts';
import { handleAction } from '../action-handler.ts';
import { hasConnectionCopy } from './connection-copy.ts';

/** spec: network / check_connection. From the stored copy alone: without one nothing is known. */
export const checkConnection = handleAction(actionOf('network', 'check_connection'), async (call) => {
  const { professional } = call.context.channels;
  const found = await professional.findConnection(call, call.params.profile_url);
  if (!found.ok) return found;
  if (!(await hasConnectionCopy(call.tx, call.account.account_id))) {
    return { ok: true, data: { connected: false, name: null, cache_synced: false, cache_synced_at: null } };
  }
  const newest = await professional.listConnections(call, { offset: 0, count: 1 });
  const at = newest.ok ? newest.value.items[0]?.connected_at : undefined;
  return {
    ok: true,
    data: {
      connected: found.value !== null,
      name: found.value?.name ?? null,
      cache_synced: true,
      cache_synced_at: at === undefined ? null : new Date(at).toISOString(),
    },
  };
});
