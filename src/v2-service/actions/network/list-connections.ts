import { actionOf, type DataOf } from '../../../contract/actions.ts';
import type { ConnectionRecord } from '../../../contract/records/invitation.ts';
import type { OffsetRange } from '../../channels/call.ts';
import type { Connection } from '../../channels/professional-channel.ts';
import { type ActionResult, handleAction } from '../action-handler.ts';
import { offsetFields, offsetList } from '../offset-list.ts';
import { hasConnectionCopy } from './connection-copy.ts';

const definition = actionOf('network', 'list_connections');
type Data = DataOf<'network', 'list_connections'>;

/** spec: network / list_connections. */
export const listConnections = handleAction(definition, async (call): Promise<ActionResult<Data>> => {
  const { params, tx, account } = call;
  const { professional } = call.context.channels;
  const shape = (items: readonly Connection[]) => ({ connections: items.map(connectionRecord) });
  if (!params.use_cache) {
    return offsetList(definition, params, await professional.listConnections(call, params), shape);
  }
  if (!(await hasConnectionCopy(tx, account.account_id))) return noCopy(params);
  const newest = await professional.listConnections(call, { offset: 0, count: 1 });
  const listed = offsetList(definition, params, await professional.listConnections(call, params), shape);
  if (!listed.ok) return listed;
  const at = newest.ok ? newest.value.items[0]?.connected_at : undefined;
  const cache = {
    source: 'cache' as const,
    cache_synced: true,
    cache_synced_at: at === undefined ? null : new Date(at).toISOString(),
  };
  return { ...listed, data: { ...listed.data, ...cache } };
});

function noCopy(range: OffsetRange): ActionResult<Data> {
  const empty = offsetFields(definition, range, { items: [], total: 0 });
  return {
    ok: true,
    data: { connections: [], ...empty, source: 'cache', cache_synced: false, cache_synced_at: null },
  };
}

function connectionRecord({ name, job_title, profile_url, profile_picture }: Connection): ConnectionRecord {
  return { name, job_title, profile_url, profile_picture };
}
