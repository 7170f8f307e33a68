import { setTimeout } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { signalClock } from '../../../runtime/temporal/signal.ts';
import { type Clock, type ClockSetting, isWallClock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';

const AT_A_TIME = 20;
/** After Temporal or Postgres could not be reached. */
const AGAIN_AFTER = 1000;

export interface BroadcastDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly client: Client;
  readonly log: Logger;
}

/**
 * Tells every enrollment under way when the world's clock is moved or sped up, so that their timers follow. Whoever starts
 * workflows does it: what it started on the clock that was, it tells when it notices the change itself.
 */
export function broadcastClock(deps: BroadcastDeps): () => void {
  const { clock, log } = deps;
  const stopped = new AbortController();
  const tell = async (setting: ClockSetting): Promise<void> => {
    while (!stopped.signal.aborted && clock.setting() === setting) {
      try {
        return await tellAll(deps, setting);
      } catch (err) {
        log.warn({ err }, 'enrollments under way could not be told of the new clock; it is tried again');
        await setTimeout(AGAIN_AFTER, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  };
  const stop = clock.onChange((setting) => void tell(setting));
  // Who was to tell of an earlier change may have been killed before it could; a clock as on the wall was never changed.
  if (!isWallClock(clock.setting())) void tell(clock.setting());
  return () => {
    stop();
    stopped.abort();
  };
}

/** Starts an enrollment, and tells it the clock if that changed while the start was on its way. */
export async function startOnClock<Answer>(
  { client, clock }: Pick<BroadcastDeps, 'client' | 'clock'>,
  start: { readonly enrollment_id: string; readonly clock: ClockSetting },
  begin: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await begin();
  const setting = clock.setting();
  if (setting !== start.clock) await signalClock(client, start.enrollment_id, setting);
  return answer;
}

async function tellAll({ db, clock, client }: BroadcastDeps, setting: ClockSetting): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    "select id from enrollments where status <> 'finished' order by until nulls last",
  );
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    // A newer setting is being told by now.
    if (clock.setting() !== setting) return;
    await Promise.all(rows.slice(from, from + AT_A_TIME).map(({ id }) => signalClock(client, id, setting)));
  }
}
