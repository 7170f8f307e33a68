import { DAY } from '../../shared/kit/duration.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { ServiceContext } from './context.ts';

/** Deletes what is over at that world time. */
export type Purge = (db: Database, now: number) => Promise<void>;

const BATCH = 5000;

/** Short statements, so that senders and readers never wait long. */
export async function inBatches(remove: (batch: number) => Promise<{ rowCount: number | null }>): Promise<void> {
  let removed: number | null;
  do ({ rowCount: removed } = await remove(BATCH));
  while (removed === BATCH);
}

const LONGEST_TIMER_MS = 60_000;

/** Purges once per world day, and looks at least every wall minute, so that a clock moved ahead is followed. */
export function startRetention(
  { db, clock, log }: Pick<ServiceContext, 'db' | 'clock' | 'log'>,
  purges: readonly Purge[],
): { stop(): Promise<void> } {
  let next = clock.now();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const purgeAll = async () => {
    for (const purge of purges) {
      await purge(db, clock.now()).catch((err: unknown) => log.error({ err }, 'purging what is over failed'));
    }
  };
  const tick = () => {
    if (clock.now() < next) return schedule();
    next = clock.now() + DAY;
    running = purgeAll().finally(schedule);
  };
  let stopped = false;
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(tick, Math.max(1000, Math.min(LONGEST_TIMER_MS, clock.wallDelayUntil(next))));
    timer.unref();
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
