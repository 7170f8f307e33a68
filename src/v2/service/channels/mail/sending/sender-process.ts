import { SECOND } from '../../../../../shared/kit/duration.ts';
import { newId } from '../../../../../shared/kit/ids.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { createEffectsUnderWay, type EffectsUnderWay } from '../../effects-under-way.ts';

const SEEN_EVERY = 3 * SECOND;
/** Seconds of the database's clock after which a process that was not seen is taken for dead. */
const DEAD_AFTER_S = 15;

/** Registers this process as one that sends mail: sends that it has begun, by `send_id`, are its own as long as it is seen. */
export interface SenderProcess extends EffectsUnderWay {
  readonly process_id: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createSenderProcess(db: Queryable, onError: (error: unknown) => void): SenderProcess {
  const process_id = newId('proc');
  let timer: NodeJS.Timeout | undefined;
  const beSeen = async () => {
    await db.query(
      `insert into mail_senders (process_id) values ($1)
       on conflict (process_id) do update set wall_seen_at = now()`,
      [process_id],
    );
  };
  return {
    process_id,
    ...createEffectsUnderWay(),
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
