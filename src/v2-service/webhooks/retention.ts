import { RETENTION_DAYS } from '../../contract/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { DAY } from '../../kit/duration.ts';
import type { Database } from '../../postgres/database.ts';

/** World time before which events and delivery records are over, whether or not they were purged yet. */
export const retainedSince = (now: number): Date => new Date(now - RETENTION_DAYS * DAY);

const BATCH = 5000;

/** Deletes what is over. An event stays as long as a delivery of it is a record to keep. */
export async function purgeExpired(db: Database, now: number): Promise<void> {
  const since = retainedSince(now);
  await inBatches(() =>
    db.query(
      `delete from deliveries where delivery_id in
         (select delivery_id from deliveries where created_at < $1 limit $2)`,
      [since, BATCH],
    ),
  );
  await inBatches(() =>
    db.query(
      `delete from events where event_id in (
         select event_id from events
         where emitted_at < $1 and not exists (select 1 from deliveries where deliveries.event_id = events.event_id)
         limit $2)`,
      [since, BATCH],
    ),
  );
}

/** Short statements, so that senders and readers never wait long. */
async function inBatches(remove: () => Promise<{ rowCount: number | null }>): Promise<void> {
  let removed: number | null;
  do ({ rowCount: removed } = await remove());
  while (removed === BATCH);
}

const LONGEST_TIMER_MS = 60_000;

/** Purges once per world day, and looks at least every wall minute, so that a clock moved ahead is followed. */
export function startRetention(
  db: Database,
  clock: Clock,
  onError: (error: unknown, what: string) => void,
): { stop(): Promise<void> } {
  let next = clock.now();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const tick = () => {
    if (clock.now() < next) return schedule();
    next = clock.now() + DAY;
    running = purgeExpired(db, clock.now())
      .catch((error) => onError(error, 'purging expired events'))
      .finally(schedule);
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
