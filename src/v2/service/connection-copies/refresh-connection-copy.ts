import type { Queryable } from '../../../shared/postgres/database.ts';
import { findAccount } from '../accounts/find-account.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { isObserved } from '../events/is-observed.ts';
import { lockCopy, replaceCopy } from './connection-copy.ts';

/**
 * After any change of an account's webhooks: reads all its connections into the copy where one of them observes accepted
 * invitations now (spec: network / list_connections, "full sync at subscription"), and drops the copy where none does.
 */
export async function refreshConnectionCopy(
  { channels }: Pick<ServiceContext, 'channels'>,
  call: { readonly tx: Queryable; readonly user_id: string; readonly account_id: string; readonly now: number },
): Promise<void> {
  const { tx, account_id, now } = call;
  const account = await findAccount(tx, call.user_id, account_id);
  if (account.platform !== 'professional') return;
  await lockCopy(tx, account_id);
  if (!(await isObserved(tx, account_id, 'accepted_invitation'))) {
    await tx.query('delete from connection_copies where account_id = $1', [account_id]);
    return;
  }
  // Without its session nothing can be read: what is stored stays what is known.
  if (account.status !== 'connected') return;
  const channel = await channels.of(tx, account);
  // A network would hold the transaction up: its copy stays unknown (`cache_synced: false`).
  if (channel.kind === 'remote') return;
  const connections = await channel.parts.network?.readConnections({ tx, account, now });
  if (connections?.ok) await replaceCopy(tx, account_id, connections.value, now);
}
