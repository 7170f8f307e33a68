import { MINUTE, SECOND } from '../../../../../shared/kit/duration.ts';
import { newId } from '../../../../../shared/kit/ids.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';

const SEEN_EVERY = 3 * SECOND;
/** Seconds of the database's clock after which a process that was not seen is taken for dead. */
const DEAD_AFTER_S = 15;
/** No transaction lasts so long: a send that is not executed by then was not committed, or the answer to its commit was lost. */
const NOT_COMMITTED_AFTER = 10 * MINUTE;

/** Registers this process as one that sends mail: sends that it has begun are its own as long as it is seen. */
export interface SenderProcess {
  readonly process_id: string;
  /** Sends that this process has begun and not ended, by `send_id`. */
  readonly active: ReadonlyMap<string, unknown>;
  /** A send is noted in a transaction. Where that is never committed, or nobody learns that it was, nothing else follows. */
  begin(sendId: string): void;
  /** The note is committed, and this process carries the send out until `end`. */
  execute(sendId: string): void;
  end(sendId: string): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createSenderProcess(db: Queryable, onError: (error: unknown) => void): SenderProcess {
  const process_id = newId('proc');
  let timer: NodeJS.Timeout | undefined;
  const active = new Map<string, NodeJS.Timeout | null>();
  const beSeen = async () => {
    await db.query(
      `insert into mail_senders (process_id) values ($1)
       on conflict (process_id) do update set wall_seen_at = now()`,
      [process_id],
    );
  };
  return {
    process_id,
    active,
    begin(sendId) {
      const forget = () => active.delete(sendId);
      active.set(sendId, setTimeout(forget, NOT_COMMITTED_AFTER).unref());
    },
    execute(sendId) {
      clearTimeout(active.get(sendId) ?? undefined);
      active.set(sendId, null);
    },
    end(sendId) {
      active.delete(sendId);
    },
    async start() {
      await beSeen();
      await db.query(`delete from mail_senders where wall_seen_at < now() - interval '1 day'`);
      timer = setInterval(() => void beSeen().catch(onError), SEEN_EVERY);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await db.query('delete from mail_senders where process_id = $1', [process_id]);
    },
  };
}

/** SQL: whether the process that the column names is seen. */
export const isSeen = (column: string): string =>
  `exists (select 1 from mail_senders p where p.process_id = ${column} and p.wall_seen_at > now() - interval '${DEAD_AFTER_S} seconds')`;
