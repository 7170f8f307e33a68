import type { AccountRow } from '../accounts/account-row.ts';
import type { Purge } from '../store/purge.ts';
import type { Adapter, AdapterTools } from './adapter.ts';
import { assignAccounts } from './assign-accounts.ts';
import type { ChannelSettings, MailSettings } from './channel-settings.ts';
import { createChannels } from './create-channels.ts';
import { createAccessTokens } from './mail/access-tokens/create-access-tokens.ts';
import { createMailboxConnections } from './mail/connections/mailbox-connections.ts';
import { createMailAdapter } from './mail/create-mail-adapter.ts';
import { loseMailbox } from './mail/sign-in/lose-mailbox.ts';
import type { ChannelPort } from './port.ts';
import { purgeNotes } from './purge-notes.ts';
import { createSandboxAdapter } from './sandbox/create-sandbox-adapter.ts';
import { type Watch, watchIncoming } from './watch-incoming.ts';

export interface Channels {
  readonly port: ChannelPort;
  readonly purges: readonly Purge[];
  start(): Promise<void>;
  stop(): Promise<void>;
  /** How many incoming items the accounts have that were not ingested yet. */
  countUnread(): Promise<number>;
}

/** Which adapters there are: those that the installation brings, real mailboxes, and the sandbox for all other accounts. */
export function composeChannels(
  tools: AdapterTools,
  settings: ChannelSettings,
  brought: (tools: AdapterTools) => readonly Adapter[],
): Channels {
  const adapters = [...brought(tools), mailAdapter(tools, settings.mail), createSandboxAdapter({ ...tools, settings })];
  const remote = adapters.filter((adapter) => adapter.kind === 'remote');
  const ownOf = async (adapter: Adapter, accounts: readonly AccountRow[]) => {
    const assigned = await assignAccounts(adapters.slice(0, adapters.indexOf(adapter) + 1), tools.db, accounts);
    return assigned.flatMap((one) => (one.adapter === adapter ? [one.account] : []));
  };
  let watches: readonly Watch[] = [];
  return {
    port: createChannels(adapters),
    purges: [purgeNotes, ...adapters.flatMap(({ purges = [] }) => purges)],
    async start() {
      for (const adapter of remote) await adapter.start?.();
      watches = remote.flatMap((adapter) =>
        adapter.incoming
          ? [watchIncoming(tools, adapter, adapter.incoming, (accounts) => ownOf(adapter, accounts))]
          : [],
      );
    },
    async stop() {
      await Promise.all(watches.map((watch) => watch.stop()));
      await Promise.all(remote.map((adapter) => adapter.stop?.()));
    },
    async countUnread() {
      const counts = await Promise.all([
        ...remote.map((adapter) => adapter.countUnread?.() ?? 0),
        ...watches.map((watch) => watch.count()),
      ]);
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

function mailAdapter(tools: AdapterTools, settings: MailSettings | undefined) {
  const rules = settings ?? { allow_private: false };
  const connections = createMailboxConnections({
    rules,
    tokens: createAccessTokens({ ...tools, rules }),
    onRefused: (mailbox, failure) => loseMailbox(tools, mailbox, failure),
  });
  const { watch = true, watch_lease: lease } = settings ?? {};
  return createMailAdapter(
    { ...tools, connections },
    { rules, watch: watch && (lease === undefined ? {} : { lease }) },
  );
}
