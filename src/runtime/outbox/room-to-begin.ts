import { SECOND } from '../../shared/kit/duration.ts';

/** How many more people a worker lets begin for now. */
export interface RoomToBegin {
  left(): number;
  /** Takes room for at most so many, and returns for how many there is any; `settle` gives all of it back. */
  take(most: number): number;
  /** Notes who begins in the room that was taken. */
  settle(taken: number, beginning: readonly string[]): void;
  /** Notes that somebody has come to a step of theirs. */
  came(id: string): void;
}

/**
 * A worker gets through some twenty to eighty steps in a second, and where as many as these wait it has enough to do for as long as whoever is let in takes to come. They wait far shorter than a step may
 * (activities/call/lane-settings.ts), also on a slow machine.
 */
const CROWD = 40;
/** Whoever has not come by then has come to another worker. */
const COMES_WITHIN = 5 * SECOND;
/** So many of the last who were let in say which share of them comes to this worker: others of the same queue take the rest. */
const SHARE_OF = 100;
/** After so long another one begins whatever waits: a crowd may be of accounts that answer slowly, and whoever is not theirs does not wait for its end. */
const ONE_AT_LEAST = SECOND / 10;

/**
 * Lets people begin as fast as their steps are done. A row of the outbox waits for nothing, while a step that waits in a worker for too long is put off or has its workflow task renewed, which costs as much
 * as to perform it. `waiting`: the steps that wait in this process.
 */
export function createRoomToBegin(waiting: () => number, now: () => number = Date.now): RoomToBegin {
  /** Those who were let in, in that order, and have not come yet, with the time. */
  const coming = new Map<string, number>();
  /** Room that was taken for whoever is being looked for. */
  let taken = 0;
  let share = 1;
  let began = Number.NEGATIVE_INFINITY;
  const learn = (is_ours: boolean): void => {
    share += ((is_ours ? 1 : 0) - share) / SHARE_OF;
  };
  const left = (): number => {
    for (const [id, at] of coming) {
      if (now() - at < COMES_WITHIN) break;
      coming.delete(id);
      learn(false);
    }
    const least = taken === 0 && now() - began >= ONE_AT_LEAST ? 1 : 0;
    return Math.max(least, Math.floor(CROWD - waiting() - coming.size * share - taken));
  };
  return {
    left,
    take(most) {
      const count = Math.min(most, left());
      taken += count;
      return count;
    },
    settle(count, beginning) {
      taken -= count;
      if (beginning.length > 0) began = now();
      for (const id of beginning) coming.set(id, now());
    },
    came(id) {
      if (coming.delete(id)) learn(true);
    },
  };
}
