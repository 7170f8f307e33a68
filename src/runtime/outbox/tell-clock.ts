import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { type Clock, type ClockSetting, isLater, isWallClock } from '../../shared/kit/clock.ts';
import { createInterruptibleSleep } from '../../shared/kit/interruptible-sleep.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { listDue } from '../store/enrollments/list-due.ts';
import { signalClock } from '../temporal/signal.ts';

const AT_A_TIME = 20;
/** Wall milliseconds. After Temporal or Postgres could not be reached. */
const AGAIN_AFTER = 1000;
/** Between two looks for those who are due: somebody may have begun to wait since. */
const LONGEST_PAUSE = 1000;
const SHORTEST_PAUSE = 10;

export interface ClockTellerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly client: Client;
  readonly log: Logger;
}

export interface ClockTeller {
  /** Starts an enrollment, and signals the clock if that changed while the start was on its way. */
  start<Answer>(
    start: { readonly enrollment_id: string; readonly clock: ClockSetting },
    begin: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Signals an enrollment, the clock first: it must know what time it is when something happens. */
  signal<Answer>(enrollmentId: string, send: () => Promise<Answer>): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Keeps the enrollments under way on the clock of virtual time when that is moved or sped up. Their timers in Temporal are set in wall time, so
 * each must hear of a change before its time comes, and those who need not act yet are left asleep: a jump to the next deadline wakes
 * those who are due then, not everybody. A clock that runs slower from now on is signaled to all at once, because their timers would fire early.
 */
export function tellClock(deps: ClockTellerDeps): ClockTeller {
  const { db, clock, client, log } = deps;
  const idle = createInterruptibleSleep();
  const stopped = new AbortController();
  const signaled = new Map<string, ClockSetting>();
  let last = clock.setting();
  // The worker that noticed an earlier change may have been killed before it could signal it; a clock of speed 1 was never changed.
  let everybody = !isWallClock(last);

  const unsubscribe = clock.onChange((setting) => {
    if (isLater(last, setting)) everybody = true;
    last = setting;
    signaled.clear();
    idle.wake();
  });

  const tell = async (id: string, setting: ClockSetting): Promise<void> => {
    if (signaled.get(id) === setting) return;
    await signalClock(client, id, setting);
    if (clock.setting() === setting) signaled.set(id, setting);
  };

  /** Wall milliseconds until the next look. */
  const look = async (): Promise<number> => {
    const setting = clock.setting();
    if (isWallClock(setting) && !everybody) return Number.POSITIVE_INFINITY;
    const all = everybody;
    const { ids, next } = await listDue(db, all ? null : new Date(clock.now()));
    for (let from = 0; from < ids.length; from += AT_A_TIME) {
      // A newer setting came meanwhile, and is signaled instead.
      if (clock.setting() !== setting || stopped.signal.aborted) return 0;
      await Promise.all(ids.slice(from, from + AT_A_TIME).map((id) => tell(id, setting)));
    }
    if (all && clock.setting() === setting) everybody = false;
    if (next === null) return LONGEST_PAUSE;
    return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, clock.wallDelayUntil(next.getTime())));
  };

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await idle.wait(await look());
      } catch (err) {
        log.warn({ err }, 'running enrollments could not be told about the new clock; retrying');
        await sleep(AGAIN_AFTER, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  };
  const running = run();

  return {
    async start(start, begin) {
      const answer = await begin();
      if (clock.setting() === start.clock) signaled.set(start.enrollment_id, start.clock);
      else await tell(start.enrollment_id, clock.setting());
      return answer;
    },
    async signal(enrollmentId, send) {
      const setting = clock.setting();
      if (!isWallClock(setting)) await tell(enrollmentId, setting);
      return send();
    },
    async stop() {
      unsubscribe();
      stopped.abort();
      idle.wake();
      await running;
    },
  };
}
