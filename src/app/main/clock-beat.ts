import { z } from 'zod';
import { type Clock, isWallClock } from '../../shared/kit/clock.ts';
import { SECOND } from '../../shared/kit/duration.ts';
import { type Home, readJson, writeJson } from './home.ts';

const FILE = 'clock-beat.json';
const beatSchema = z.object({
  /** Wall time, epoch milliseconds. */
  wall: z.number(),
  /** Nothing ran any more. */
  is_last: z.boolean(),
});

const EVERY = SECOND;
/** Wall milliseconds: for so long somebody may have gone on after their last beat. Time must not go back behind what they wrote. */
const LONGEST_SILENCE = 2 * SECOND;

export const writeBeat = (home: Home, { is_last }: { readonly is_last: boolean }): void =>
  writeJson(home.path(FILE), { wall: Date.now(), is_last });

/** Notes every second in the home that virtual time runs, where that is another than the wall's. */
export function keepBeating(home: Home, clock: Clock): { stop(): void } {
  const beat = (): void => {
    if (isWallClock(clock.setting())) return;
    try {
      writeBeat(home, { is_last: false });
    } catch {
      // On a full disk; whoever works needs it for more, and says so.
    }
  };
  beat();
  const timer = setInterval(beat, EVERY);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Wall time until which virtual time has run at the latest, epoch milliseconds; null: nobody has noted it. */
export function ranUntil(home: Home): number | null {
  const { data } = beatSchema.safeParse(readJson(home.path(FILE)));
  if (data === undefined) return null;
  return data.is_last ? data.wall : Math.max(data.wall, Math.min(Date.now(), data.wall + LONGEST_SILENCE));
}
