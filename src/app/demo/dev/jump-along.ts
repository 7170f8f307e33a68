import { setTimeout as sleep } from 'node:timers/promises';
import type { Due, Quiet } from '../../../shared/kit/quiet.ts';

export interface JumpOptions {
  /** May fail: then it is asked again. */
  readonly read: () => Promise<Quiet>;
  readonly jump: (to: number) => Promise<void>;
  /** Before each jump; false: not now, it is looked again. */
  readonly mayJump?: (to: Due) => boolean | Promise<boolean>;
  readonly signal: AbortSignal;
  readonly onError?: (error: unknown) => void;
}

/** Wall milliseconds between two looks while something is at work: at first, and at most, for a look is work for all roles. */
const SHORTEST_PAUSE = 30;
const LONGEST_PAUSE = 200;
/** Each pause is that many times the one before, so that work is noticed to be over after half of the time that it took. */
const GROWTH = 1.5;
/** The pause while nothing is ever due. */
const WHILE_AT_REST = 500;
const AFTER_FAILURE = 500;

/**
 * Moves the clock to whatever is due next as soon as nothing is at work, until it is stopped: the days between cost no time, and what is
 * done in them takes as long as it takes.
 */
export async function jumpAlong({ read, jump, mayJump, signal, onError }: JumpOptions): Promise<void> {
  let reached = Number.NEGATIVE_INFINITY;
  let atWork = SHORTEST_PAUSE;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    try {
      const { now, under_way, next } = await read();
      // Behind: a part has not heard of the last jump yet.
      if (under_way.length > 0 || now < reached) {
        await pause(atWork);
        atWork = Math.min(LONGEST_PAUSE, atWork * GROWTH);
      } else if (next === null) await pause(WHILE_AT_REST);
      else if (signal.aborted || (mayJump && !(await mayJump(next)))) await pause(SHORTEST_PAUSE);
      else {
        await jump(next.at);
        reached = next.at;
        atWork = SHORTEST_PAUSE;
      }
    } catch (error) {
      onError?.(error);
      await pause(AFTER_FAILURE);
    }
  }
}
