import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountRow } from '../accounts/account-row.ts';
import type { Adapter, AdapterTools, Incoming } from './adapter.ts';

export interface Watch {
  /** How many incoming items have no event yet. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

/** Tells what comes to the accounts of an adapter, until `stop`. `own`: those of the accounts that are its own. */
export function watchIncoming(
  tools: AdapterTools,
  { platforms }: Pick<Adapter, 'platforms'>,
  incoming: Incoming,
  own: (accounts: readonly AccountRow[]) => Promise<readonly AccountRow[]>,
): Watch {
  const stopping = new AbortController();
  const listAccounts = async () => {
    const { rows } = await tools.db.query<AccountRow & Record<string, unknown>>(
      `select * from accounts where platform = any ($1::text[]) and status = 'connected' order by account_id`,
      [platforms],
    );
    return own(rows);
  };
  const look = async () => {
    for (const account of await listAccounts()) {
      if (stopping.signal.aborted) return;
      await tell(tools, incoming, account).catch((err: unknown) =>
        tools.log.warn({ err, account_id: account.account_id }, 'what came to an account could not be read'),
      );
    }
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await look().catch((err: unknown) => tools.log.warn({ err }, 'the accounts of an adapter could not be read'));
      await sleep(incoming.every_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const looping = loop();
  return {
    async count() {
      const lists = await Promise.all((await listAccounts()).map((account) => incoming.list(account)));
      return lists.flat().length;
    },
    async stop() {
      stopping.abort();
      await looping;
    },
  };
}

/** Emits each event in a transaction of its own, which also notes that it was emitted. */
async function tell({ db, clock, events }: AdapterTools, { list, taken }: Incoming, account: AccountRow) {
  for (const { id, event } of await list(account)) {
    await db.transaction(async (tx) => {
      const { rowCount } = await tx.query(
        'insert into told_incoming (account_id, incoming_id, told_at) values ($1, $2, $3) on conflict do nothing',
        [account.account_id, id, new Date(clock.now())],
      );
      if (rowCount === 1) await events.emit(tx, event);
    });
    await taken(account, id);
  }
}
