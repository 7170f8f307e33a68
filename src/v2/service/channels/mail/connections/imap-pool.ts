import type { ImapFlow } from 'imapflow';
import { isRecord } from '../../../../../shared/kit/is-record.ts';
import { within } from './dial.ts';
import type { Mailbox } from './mailbox.ts';

interface Connection {
  readonly client: ImapFlow;
  readonly account_id: string;
  readonly revision: number;
  busy: boolean;
  /** Wall time since it is idle. */
  idle_since: number;
}

export interface ImapPoolLimits {
  readonly per_mailbox: number;
  readonly in_all: number;
  /** Wall milliseconds. An idle connection is closed after so long, */
  readonly idle: number;
  /** asked for a sign of life before it is used again after so long, */
  readonly trusted: number;
  /** and a caller waits so long for a free one, and may use it so long. */
  readonly patience: number;
  readonly use: number;
}

/** Providers allow a person some fifteen connections, over all programs; each costs us about 1 MB at most while it is idle. */
export const IMAP_POOL_LIMITS: ImapPoolLimits = {
  per_mailbox: 3,
  in_all: 60,
  idle: 60_000,
  trusted: 10_000,
  patience: 30_000,
  use: 120_000,
};

export interface ImapPool {
  use<T>(mailbox: Mailbox, work: (client: ImapFlow) => Promise<T>): Promise<T>;
  /** Closes all connections. Those in use are closed too: their callers see a broken connection. */
  close(): void;
  size(): number;
}

export function createImapPool(open: (mailbox: Mailbox) => Promise<ImapFlow>, limits: ImapPoolLimits): ImapPool {
  const connections = new Set<Connection>();
  /** Places taken by connections that are being opened, by account. */
  const opening = new Map<string, number>();
  const waiting = new Set<() => void>();
  const sweep = setInterval(() => {
    for (const one of connections) if (!one.busy && Date.now() - one.idle_since >= limits.idle) drop(one);
  }, limits.idle / 2);
  sweep.unref();
  let closed = false;

  return {
    async use(mailbox, work) {
      const connection = await take(mailbox);
      try {
        return await within(limits.use, work(connection.client));
      } catch (error) {
        // It may be in the middle of what was asked; a plain no of the server leaves it as good as before.
        if (!isAnswer(error)) drop(connection);
        throw error;
      } finally {
        giveBack(connection);
      }
    },
    close() {
      closed = true;
      clearInterval(sweep);
      for (const one of connections) drop(one);
    },
    size: () => connections.size,
  };

  async function take(mailbox: Mailbox): Promise<Connection> {
    const deadline = Date.now() + limits.patience;
    for (;;) {
      if (closed) throw Object.assign(new Error('the mail connections are closed'), { code: 'EPOOLCLOSED' });
      for (const one of connections) {
        if (!one.busy && one.account_id === mailbox.account_id && one.revision !== mailbox.revision) drop(one);
      }
      const idle = [...connections].find(({ busy, account_id }) => !busy && account_id === mailbox.account_id);
      if (idle) {
        idle.busy = true;
        if (await isAlive(idle)) return idle;
        drop(idle);
      } else if (hasRoom(mailbox.account_id)) {
        return openOne(mailbox);
      } else {
        await change(deadline - Date.now());
      }
    }
  }

  function hasRoom(accountId: string): boolean {
    const own = [...connections].filter(({ account_id }) => account_id === accountId).length;
    if (own + (opening.get(accountId) ?? 0) >= limits.per_mailbox) return false;
    const beingOpened = [...opening.values()].reduce((sum, count) => sum + count, 0);
    if (connections.size + beingOpened < limits.in_all) return true;
    // The connection that nobody needed for the longest time makes room.
    const [oldest] = [...connections].filter(({ busy }) => !busy).toSorted((a, b) => a.idle_since - b.idle_since);
    if (oldest) drop(oldest);
    return oldest !== undefined;
  }

  async function openOne(mailbox: Mailbox): Promise<Connection> {
    const { account_id, revision } = mailbox;
    opening.set(account_id, (opening.get(account_id) ?? 0) + 1);
    try {
      const client = await open(mailbox);
      const connection = { client, account_id, revision, busy: true, idle_since: 0 };
      connections.add(connection);
      client.once('close', () => drop(connection));
      if (closed) drop(connection);
      return connection;
    } finally {
      const left = (opening.get(account_id) ?? 1) - 1;
      if (left === 0) opening.delete(account_id);
      else opening.set(account_id, left);
      tellWaiting();
    }
  }

  async function isAlive({ client, idle_since }: Connection): Promise<boolean> {
    if (!client.usable) return false;
    if (Date.now() - idle_since < limits.trusted) return true;
    try {
      await within(5000, client.noop());
      return client.usable;
    } catch {
      return false;
    }
  }

  function giveBack(connection: Connection): void {
    connection.busy = false;
    connection.idle_since = Date.now();
    tellWaiting();
  }

  function drop(connection: Connection): void {
    if (!connections.delete(connection)) return;
    connection.client.close();
    tellWaiting();
  }

  function change(ms: number): Promise<void> {
    if (ms <= 0) {
      throw Object.assign(new Error('all connections of the mailbox are busy'), { code: 'EPOOLBUSY' });
    }
    return new Promise((resolve) => {
      const woken = () => {
        clearTimeout(timer);
        waiting.delete(woken);
        resolve();
      };
      const timer = setTimeout(woken, ms);
      waiting.add(woken);
    });
  }

  function tellWaiting(): void {
    for (const woken of [...waiting]) woken();
  }
}

/** The server said NO or BAD: the connection goes on. */
const isAnswer = (error: unknown): boolean => isRecord(error) && typeof error.responseStatus === 'string';
