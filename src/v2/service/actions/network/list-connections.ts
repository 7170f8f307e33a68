import { actionOf, type DataOf } from '../../../contract/actions.ts';
import type { ConnectionRecord } from '../../../contract/records/invitation.ts';
import type { Connection } from '../../accounts/known-connection.ts';
import { copyState, listStored } from '../../connection-copies/connection-copy.ts';
import { type ActionResult, handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';

const definition = actionOf('network', 'list_connections');
type Data = DataOf<'network', 'list_connections'>;

/** spec: network / list_connections. From the stored copy the network is not asked. */
export const listConnections = handleAction(definition, 'network', async (call): Promise<ActionResult<Data>> => {
  const { params, tx, account } = call;
  const shape = (items: readonly Connection[]) => ({ connections: items.map(connectionRecord) });
  if (!params.use_cache) {
    return offsetList(definition, params, await call.channel.listConnections(call, params), shape);
  }
  const copy = await copyState(tx, account.account_id);
  const page = copy.cache_synced ? await listStored(call, params) : { items: [], total: 0 };
  return offsetList(definition, params, { ok: true, value: page }, (items) => ({
    ...shape(items),
    source: 'cache' as const,
    ...copy,
  }));
});

function connectionRecord({ name, job_title, profile_url, profile_picture }: Connection): ConnectionRecord {
  return { name, job_title, profile_url, profile_picture };
}
