import pg from 'pg';
import { atMostEvery } from '../kit/at-most-every.ts';
import { backoff } from '../kit/backoff.ts';
import type { Database } from './database.ts';

const CHANNEL = 'overture';
/** Between two notifications about the same thing, wall milliseconds: nobody needs to look more often. */
const GAP = 25;
const FIRST_RETRY = 250;
const LONGEST_RETRY = 30_000;

/** Tells other processes (by LISTEN and NOTIFY) to look at once for what was committed. */
export interface Notifier {
  /** Is called after the commit. */
  (): void;
  /**
   * Returns what the statement that is going to write it is to notify about (`notifying`), so that the notification costs no statement of its own. Null: others were
   * notified just now, so whoever writes calls the notifier after the commit. All transactions that notify share one lock until they are committed, which is why not each may.
   */
  takeTurn(): string | null;
}

/** SQL: a column that notifies about what the parameter says, where it is not null. */
export const notifying = (parameter: string): string =>
  `case when ${parameter}::text is not null then pg_notify('${CHANNEL}', ${parameter}) end as notified`;

/**
 * Creates a notifier that notifies at most once in a while. Nothing may depend on a notification: whoever listens also looks by itself now and
 * then.
 */
export function createNotifier(db: Database, about: string): Notifier {
  const notify = atMostEvery(GAP, () => db.query(`select ${notifying('$1')}`, [about]).catch(() => undefined));
  return Object.assign(() => notify(), { takeTurn: () => (notify.takeTurn() ? about : null) });
}

export interface Listener {
  close(): Promise<void>;
}

/**
 * Calls the handler of each notification, over a connection of its own. When that breaks or cannot listen, it is tried again, ever more
 * slowly; each time it listens again all handlers are called, because notifications may have been missed.
 */
export function listenForNotifications(
  url: string,
  {
    handlers,
    onError,
  }: { readonly handlers: Readonly<Record<string, () => void>>; readonly onError: (error: unknown) => void },
): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const open = async (): Promise<void> => {
    const opened = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'overture notifications',
    });
    client = opened;
    const broken = (error?: unknown): void => {
      if (client !== opened || closed) return;
      client = undefined;
      opened.end().catch(() => undefined);
      failures += 1;
      if (failures === 1) onError(error ?? new Error('the LISTEN connection has ended'));
      timer = setTimeout(() => void open(), backoff(failures, FIRST_RETRY, LONGEST_RETRY));
    };
    opened.on('error', broken);
    opened.on('end', broken);
    opened.on('notification', ({ payload = '' }) => {
      if (Object.hasOwn(handlers, payload)) handlers[payload]?.();
    });
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      failures = 0;
      for (const handle of Object.values(handlers)) handle();
    } catch (error) {
      broken(error);
    }
  };
  void open();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
