import { findWaiting, type WaitingWork } from '../../../runtime/store/find-waiting.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { type Loop, type StartedLoop, startLoop } from '../../../shared/kit/start-loop.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** A loop that has something to do when work of a kind waits. */
export type Waker = Pick<Loop, 'wake'> & Partial<Pick<StartedLoop, 'isIdle'>>;

interface LookDeps {
  readonly db: Queryable;
  readonly clock: Pick<Clock, 'now'>;
  readonly wakers: Readonly<Record<WaitingWork, Waker>>;
  /** Wall milliseconds between two times that it is woken. */
  readonly everyOf: (name: WaitingWork) => number;
  readonly onError: (error: unknown) => void;
}

const EVERY = SECOND / 5;
/** Wall milliseconds after which those who are woken look by themselves. */
export const LOOKS_BY_ITSELF = 10 * SECOND;

/**
 * A dozen loops that each asked several times a second whether they have anything to do made a tenth of all statements. One statement asks for all of them,
 * and wakes those who have.
 */
export function startLook({ db, clock, wakers, everyOf, onError }: LookDeps): Loop {
  const wokenAt = new Map<WaitingWork, number>();
  const isDue = (name: WaitingWork, wall: number): boolean =>
    // What waits may stay for long: nobody is to look at it without a pause.
    wakers[name].isIdle?.() !== false && wall - (wokenAt.get(name) ?? 0) >= everyOf(name) - EVERY / 2;
  const work = async (): Promise<boolean> => {
    const waiting = await findWaiting(db, new Date(clock.now()));
    const wall = Date.now();
    for (const name of waiting.filter((one) => isDue(one, wall))) {
      wokenAt.set(name, wall);
      wakers[name].wake();
    }
    return false;
  };
  return startLoop({ work, idle_ms: EVERY, onError });
}
