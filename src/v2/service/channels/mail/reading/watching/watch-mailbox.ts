import type { ImapFlow } from 'imapflow';
import { backoff } from '../../../../../../shared/kit/backoff.ts';
import { MINUTE, SECOND } from '../../../../../../shared/kit/duration.ts';
import { createInterruptibleSleep } from '../../../../../../shared/kit/interruptible-sleep.ts';
import type { Mailbox } from '../../connections/mailbox.ts';
import type { MailDeps } from '../../mail-deps.ts';
import { type FolderRole, type FoundFolder, findFolders, surveyFolders } from '../index/find-folders.ts';
import { beginFolders, type FolderRow, forgetFolders, readFolders } from '../index/folder-row.ts';
import { openForReading } from '../index/open-place.ts';
import { deepenFolder, syncFolder } from '../index/sync-folder.ts';

/** Milliseconds. */
export interface WatchIntervals {
  /** Between two looks into the folders that IDLE says nothing of, and at all where there is no IDLE. */
  readonly poll: number;
  /** After a connection broke, first and at most. */
  readonly retry: readonly [first: number, most: number];
}

/** Servers end an IDLE after half an hour (RFC 2177). */
const LONGEST_IDLE = 29 * MINUTE;
export const INTERVALS: WatchIntervals = { poll: MINUTE, retry: [SECOND, 5 * MINUTE] };

export interface Watch {
  stop(): Promise<void>;
}

interface Options {
  readonly idle: boolean;
  readonly intervals: WatchIntervals;
}

/**
 * Takes in what comes to a mailbox, for as long as it is not stopped. With `idle` over a connection that waits in the inbox; else a
 * look every `intervals.poll`, and so too where the server has no IDLE. A connection that breaks is made again, at growing intervals.
 */
export function watchMailbox(deps: MailDeps, mailbox: Mailbox, { idle, intervals }: Options): Watch {
  const { account_id } = mailbox;
  const pause = createInterruptibleSleep();
  let open: ImapFlow | null = null;

  const waitThere = async (): Promise<void> => {
    const client = await deps.connections.watch(mailbox);
    open = client;
    try {
      client.on('exists', pause.wake);
      client.on('close', pause.wake);
      const inbox = await begin(deps, mailbox, client);
      let othersDue = 0;
      while (!pause.isStopped() && client.usable) {
        pause.clear();
        if (Date.now() >= othersDue) {
          await lookAround(deps, mailbox, client);
          othersDue = Date.now() + intervals.poll;
        }
        // Last, so that it stays open: what comes from now on is announced.
        if (inbox) await syncFolder(deps, mailbox, client, inbox);
        if (pause.isWoken() || (await deepen(deps, mailbox, client))) continue;
        // Not awaited: the next command ends it. Without IDLE the library asks now and then.
        void client.idle().catch(() => undefined);
        await pause.wait(Math.min(intervals.poll, LONGEST_IDLE));
      }
    } finally {
      open = null;
      client.close();
    }
    if (!pause.isStopped()) throw new Error('the server closed the connection');
  };

  const look = async (): Promise<void> => {
    await deps.connections.imap(mailbox, async (client) => {
      const inbox = await begin(deps, mailbox, client);
      await lookAround(deps, mailbox, client);
      if (inbox) await syncFolder(deps, mailbox, client, inbox);
      await deepen(deps, mailbox, client);
    });
    await pause.wait(intervals.poll);
  };

  const run = async (): Promise<void> => {
    const [first, most] = intervals.retry;
    let failures = 0;
    while (!pause.isStopped()) {
      const began = Date.now();
      try {
        await (idle ? waitThere() : look());
        failures = 0;
      } catch (err) {
        if (pause.isStopped()) return;
        deps.log.warn({ err, account_id }, 'watching a mailbox failed; retrying');
        failures = Date.now() - began > most ? 1 : failures + 1;
        pause.clear();
        await pause.wait(backoff(failures, first, most));
      }
    }
  };
  const running = run();
  return {
    async stop() {
      pause.stop();
      open?.close();
      await running;
    },
  };
}

/** The inbox. */
async function begin(deps: MailDeps, { account_id }: Mailbox, client: ImapFlow): Promise<FoundFolder | undefined> {
  await beginFolders(deps.db, client, account_id);
  return (await findFolders(client)).find(({ role }) => role === 'inbox');
}

/** The folders that IDLE says nothing of: those into which something came are opened. A filter may put an answer into any. */
async function lookAround(deps: MailDeps, mailbox: Mailbox, client: ImapFlow): Promise<void> {
  const states = await surveyFolders(client);
  await forgetFolders(deps.db, mailbox.account_id, states);
  const rows = new Map((await readFolders(deps.db, mailbox.account_id)).map((row) => [row.path, row]));
  for (const state of states) {
    const row = rows.get(state.path);
    const isNew = row?.uid_validity !== state.uid_validity || state.uid_next - 1 > row.high_uid;
    if (state.role !== 'inbox' && isNew) await syncFolder(deps, mailbox, client, state);
  }
}

/** One step further back in the folder that comes first of those that are not indexed to their beginning; false: all are. */
async function deepen(deps: MailDeps, mailbox: Mailbox, client: ImapFlow): Promise<boolean> {
  const order: readonly FolderRole[] = ['inbox', 'sent', 'junk', 'archive', 'trash'];
  const rank = ({ role }: FolderRow): number => order.indexOf(role);
  const open = (await readFolders(deps.db, mailbox.account_id)).filter(
    ({ low_uid, role }) => low_uid > 1 && order.includes(role),
  );
  const [folder] = open.toSorted((one, other) => rank(one) - rank(other));
  if (!folder) return false;
  await openForReading(client, folder.path);
  await deepenFolder(deps, mailbox, client, folder);
  return true;
}
