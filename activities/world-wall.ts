import { type Clock, worldTime } from '../src/kit/clock.ts';

interface Clocks {
  readonly clock: Clock;
  readonly wallNow: () => number;
}

/** World milliseconds that pass in `wallMs` of wall time. */
export function worldSpan({ clock }: Pick<Clocks, 'clock'>, wallMs: number): number {
  return Math.ceil(wallMs * clock.setting().speed);
}

/** The world time at a wall time: what belongs to the wire must not be hurried by a fast world. */
export function worldAt({ clock }: Pick<Clocks, 'clock'>, wall: number): number {
  return worldTime(clock.setting(), wall);
}

/** World time `wallMs` of wall time from now. */
export function worldAfterWall({ clock, wallNow }: Clocks, wallMs: number): number {
  return Math.max(clock.now(), worldAt({ clock }, wallNow() + wallMs));
}
