import { SECOND } from '../../shared/kit/duration.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** How many more people a worker lets begin for now. */
export interface RoomToBegin {
  /** Takes room for at most so many, and returns for how many there is any. */
  take(most: number): number;
  giveBack(count: number): void;
}

/** A worker gets through some tens of steps in a second: with so many that wait it has enough to do for as long as whoever is let in takes to come. */
const CROWD = 80;
/** Whoever was let in so long ago has come to their first step. */
const ON_THEIR_WAY = SECOND / 2;
/** So many begin in a second whatever waits: a crowd may be of accounts that answer slowly, and whoever is not theirs does not wait for its end. */
const AT_LEAST = 10;

/**
 * Lets people begin as fast as their steps are done. A row of the outbox waits for nothing, while a step that waits here for too long is put off or has its workflow task renewed, which costs as much
 * as to perform it. `waiting`: the steps that wait in this process.
 */
export function createRoomToBegin(
  waiting: () => number,
  {
    now = Date.now,
    trickle = createTokenBucket(AT_LEAST),
  }: { readonly now?: () => number; readonly trickle?: TokenBucket } = {},
): RoomToBegin {
  const taken: { readonly at: number; count: number }[] = [];
  return {
    take(most) {
      while (taken[0] && now() - taken[0].at >= ON_THEIR_WAY) taken.shift();
      const coming = taken.reduce((sum, { count }) => sum + count, 0);
      const room = Math.min(most, CROWD - waiting() - coming);
      const count = room > 0 ? room : Math.min(most, trickle.take());
      if (count > 0) taken.push({ at: now(), count });
      return count;
    },
    giveBack(count) {
      const last = taken.at(-1);
      if (last) last.count = Math.max(0, last.count - count);
    },
  };
}
