import { type Clock, virtualTime } from '../src/shared/kit/clock.ts';
import { MINUTE, SECOND } from '../src/shared/kit/duration.ts';

interface Clocks {
  readonly clock: Clock;
  readonly wallNow: () => number;
}

/** The virtual milliseconds that pass in `wallMs` of wall time. */
export function virtualSpan({ clock }: Pick<Clocks, 'clock'>, wallMs: number): number {
  return Math.ceil(wallMs * clock.setting().speed);
}

/** The virtual time at a wall time: what belongs to the wire must not be hurried by a fast clock. */
export function virtualAt({ clock }: Pick<Clocks, 'clock'>, wall: number): number {
  return virtualTime(clock.setting(), wall);
}

/** The virtual time that is `wallMs` of wall time from now. */
export function virtualAfterWall({ clock, wallNow }: Clocks, wallMs: number): number {
  return Math.max(clock.now(), virtualAt({ clock }, wallNow() + wallMs));
}

/** Virtual time by which the service's clock may differ from ours: a little of wall time, which is much on a fast clock. */
export const slackOf = (clocks: Pick<Clocks, 'clock'>): number => Math.max(2 * MINUTE, virtualSpan(clocks, 2 * SECOND));
