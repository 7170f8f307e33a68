import { DAY } from '../../shared/kit/duration.ts';
import type { ServiceContext } from './context/service-context.ts';
import type { Purge } from './store/purge.ts';

const LONGEST_TIMER_MS = 60_000;

/** Purges once per day of virtual time, and looks at least every wall minute, so that a clock moved ahead is followed. */
export function startRetention(
  { db, clock, log }: Pick<ServiceContext, 'db' | 'clock' | 'log'>,
  purges: readonly Purge[],
): { stop(): Promise<void> } {
  let next = clock.now();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const purgeAll = async () => {
    for (const purge of purges) {
      await purge(db, clock.now()).catch((err: unknown) => log.error({ err }, 'deleting expired rows failed'));
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
