import pg from 'pg';
import type { Database } from './database.ts';

const CHANNEL = 'overture';
/** Between two rings of one bell, wall milliseconds: more often than that nobody needs to look. */
const GAP = 25;
const FIRST_RETRY = 250;
const LONGEST_RETRY = 30_000;

/**
 * Has other processes look at once for what was committed. Rung after the commit and not in it: a transaction that notifies
 * shares one lock with all others that do. Nothing may depend on it; who listens looks by itself now and then.
 */
export function createBell(db: Database, about: string): () => void {
  let rung = false;
  let again = false;
  const ring = (): void => {
    if (rung) {
      again = true;
      return;
    }
    rung = true;
    db.query('select pg_notify($1, $2)', [CHANNEL, about])
      .catch(() => undefined)
      .finally(() => {
        setTimeout(() => {
          rung = false;
          if (!again) return;
          again = false;
          ring();
        }, GAP).unref();
      });
  };
  return ring;
}

export interface Listener {
  close(): Promise<void>;
}

/**
 * Calls what belongs to each ring, over a connection of its own. Where that breaks, or cannot listen, it is tried again, ever more
 * slowly; each time it hears again everything is called, for rings may have been missed.
 */
export function listenForBells(
  url: string,
  {
    rings,
    onError,
  }: { readonly rings: Readonly<Record<string, () => void>>; readonly onError: (error: unknown) => void },
): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const open = async (): Promise<void> => {
    const opened = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'overture bells' });
    client = opened;
    const broken = (error?: unknown): void => {
      if (client !== opened || closed) return;
      client = undefined;
      opened.end().catch(() => undefined);
      if (failures === 0) onError(error ?? new Error('the LISTEN connection has ended'));
      timer = setTimeout(() => void open(), Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(failures++, 10)));
    };
    opened.on('error', broken);
    opened.on('end', broken);
    opened.on('notification', ({ payload = '' }) => {
      if (Object.hasOwn(rings, payload)) rings[payload]?.();
    });
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      failures = 0;
      for (const ring of Object.values(rings)) ring();
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
