import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../store/database.ts';
import { signalClock } from '../../temporal/signal.ts';

const AT_A_TIME = 20;

export interface BroadcastDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly client: Client;
  readonly log: Logger;
}

/** Tells every running enrollment when the world's clock is moved or sped up, so that their timers follow. */
export function broadcastClock({ db, clock, client, log }: BroadcastDeps): () => void {
  return clock.onChange(async (setting) => {
    try {
      const { rows } = await db.query<{ id: string }>(
        "select id from enrollments where status in ('active', 'paused', 'needs_person') order by until nulls last",
      );
      for (let from = 0; from < rows.length; from += AT_A_TIME) {
        await Promise.all(rows.slice(from, from + AT_A_TIME).map(({ id }) => signalClock(client, id, setting)));
      }
    } catch (err) {
      log.error({ err }, 'running enrollments could not be told of the new clock');
    }
  });
}
