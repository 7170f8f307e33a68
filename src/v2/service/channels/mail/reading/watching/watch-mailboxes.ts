import { SECOND } from '../../../../../../shared/kit/duration.ts';
import { createInterruptibleSleep } from '../../../../../../shared/kit/interruptible-sleep.ts';
import { findMailbox } from '../../connections/mailbox.ts';
import type { MailDeps } from '../../mail-deps.ts';
import { createWatchLeases } from './watch-leases.ts';
import { INTERVALS, type Watch, type WatchIntervals, watchMailbox } from './watch-mailbox.ts';

export interface WatchOptions {
  /** Connections that wait in IDLE at once; mailboxes beyond are polled. */
  readonly most_idle?: number;
  readonly intervals?: WatchIntervals;
  /** Milliseconds between two looks at which mailboxes there are. */
  readonly refresh?: number;
  /** Milliseconds after which the mailboxes of a process that died are another's. */
  readonly lease?: number;
}

const MOST_IDLE = 200;
const REFRESH = SECOND;

interface Watched {
  readonly revision: number;
  readonly idle: boolean;
  readonly watch: Watch;
}

/**
 * Watches every real mailbox whose account is connected, and that no other process watches: one that is new, signed in again, or gone is
 * noticed within `refresh`.
 */
export function watchMailboxes(deps: MailDeps, options: WatchOptions = {}): { stop(): Promise<void> } {
  const { most_idle = MOST_IDLE, intervals = INTERVALS, refresh = REFRESH, lease } = options;
  const watches = new Map<string, Watched>();
  const pause = createInterruptibleSleep();
  const leases = createWatchLeases(deps.db, lease);

  const begin = async (accountId: string): Promise<void> => {
    const mailbox = await findMailbox(deps.db, deps.secrets, accountId);
    if (!mailbox || pause.isStopped()) return;
    const idle = [...watches.values()].filter((one) => one.idle).length < most_idle;
    const watch = watchMailbox(deps, mailbox, { idle, intervals });
    watches.set(accountId, { revision: mailbox.revision, idle, watch });
  };

  const compare = async (): Promise<void> => {
    const rows = await leases.take();
    const wanted = new Map(rows.map(({ account_id, revision }) => [account_id, revision]));
    for (const [accountId, { revision, watch }] of watches) {
      if (wanted.get(accountId) === revision) continue;
      watches.delete(accountId);
      await watch.stop();
    }
    for (const accountId of wanted.keys()) {
      if (!watches.has(accountId)) await begin(accountId);
    }
  };

  const run = async (): Promise<void> => {
    while (!pause.isStopped()) {
      await compare().catch((err: unknown) => deps.log.warn({ err }, 'the list of mailboxes could not be read'));
      await pause.wait(refresh);
    }
  };
  const running = run();
  return {
    async stop() {
      pause.stop();
      await running;
      await Promise.all([...watches.values()].map(({ watch }) => watch.stop()));
      await leases
        .giveUp()
        .catch((err: unknown) => deps.log.warn({ err }, 'the leases of watched mailboxes could not be released'));
    },
  };
}
