import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Clock, ClockSetting } from '../../kit/clock.ts';
import type { Database } from '../../postgres/database.ts';
import { signalClock } from '../../temporal/signal.ts';

const AT_A_TIME = 20;
/** Longer than another role takes to notice the change: until then it may start workflows on the clock that was. */
const AGAIN_AFTER = 1500;

export interface BroadcastDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly client: Client;
  readonly log: Logger;
}

/** Tells every enrollment under way when the world's clock is moved or sped up, so that their timers follow. */
export function broadcastClock(deps: BroadcastDeps): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const tell = (setting: ClockSetting) =>
    tellAll(deps, setting).catch((err: unknown) =>
      deps.log.error({ err }, 'enrollments under way could not be told of the new clock'),
    );
  const stop = deps.clock.onChange((setting) => {
    void tell(setting);
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (deps.clock.setting() === setting) void tell(setting);
    }, AGAIN_AFTER);
    timers.add(timer);
  });
  // Who was to tell of an earlier change may have been killed before it could; a clock as on the wall was never changed.
  if (isChanged(deps.clock.setting())) void tell(deps.clock.setting());
  return () => {
    stop();
    for (const timer of timers) clearTimeout(timer);
  };
}

const isChanged = ({ speed, wall_origin, world_origin }: ClockSetting): boolean =>
  speed !== 1 || wall_origin !== world_origin;

async function tellAll({ db, client }: BroadcastDeps, setting: ClockSetting): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    "select id from enrollments where status <> 'finished' order by until nulls last",
  );
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    await Promise.all(rows.slice(from, from + AT_A_TIME).map(({ id }) => signalClock(client, id, setting)));
  }
}
