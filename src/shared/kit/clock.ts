/**
 * Virtual time: waits, hours, caps, backoff and people's delays are measured in it. In production it equals the wall clock; a demo
 * or a test runs it faster. (The `world_…` names are older than the word, and stored.) All times are epoch milliseconds.
 */
export interface ClockSetting {
  /** Wall time at which `world_origin` held. */
  readonly wall_origin: number;
  readonly world_origin: number;
  /** Virtual milliseconds per wall millisecond, at least 1. */
  readonly speed: number;
}

export const WALL_CLOCK: ClockSetting = Object.freeze({ wall_origin: 0, world_origin: 0, speed: 1 });

/** False: it was moved or sped up, as only a demo or a test does. */
export const isWallClock = ({ speed, wall_origin, world_origin }: ClockSetting): boolean =>
  speed === 1 && wall_origin === world_origin;

export function virtualTime(setting: ClockSetting, wall: number): number {
  return Math.floor(setting.world_origin + (wall - setting.wall_origin) * setting.speed);
}

export function wallTime(setting: ClockSetting, time: number): number {
  return Math.ceil(setting.wall_origin + (time - setting.world_origin) / setting.speed);
}

/** The clock at `world + by`, same speed: time never goes back, so `by` must not be negative. */
export function advanced(setting: ClockSetting, wall: number, by: number): ClockSetting {
  if (!(by >= 0)) throw new RangeError(`a clock cannot go back by ${by} ms`);
  return { wall_origin: wall, world_origin: virtualTime(setting, wall) + by, speed: setting.speed };
}

/** The same moment, another speed from now on. */
export function atSpeed(setting: ClockSetting, wall: number, speed: number): ClockSetting {
  if (!(speed >= 1)) throw new RangeError(`a clock's speed is at least 1, not ${speed}`);
  return { wall_origin: wall, world_origin: virtualTime(setting, wall), speed };
}

/** Whether some moment that has not come yet comes later on the wall by `after` than by `before`. */
export const isLater = (before: ClockSetting, after: ClockSetting): boolean =>
  after.speed < before.speed || virtualTime(before, after.wall_origin) > after.world_origin;

export interface Clock {
  /** Virtual time now. */
  now(): number;
  /** The setting in force, to be handed to a workflow. */
  setting(): ClockSetting;
  /** Wall milliseconds until the world reaches `world`; 0 when it already has. */
  wallDelayUntil(time: number): number;
  /** Calls back after every change of the setting; returns the unsubscribe function. */
  onChange(listener: (setting: ClockSetting) => void): () => void;
}

export interface SettableClock extends Clock {
  set(setting: ClockSetting): void;
}

export function createClock(initial: ClockSetting = WALL_CLOCK, wallNow: () => number = Date.now): SettableClock {
  let current = initial;
  const listeners = new Set<(setting: ClockSetting) => void>();
  return {
    now: () => virtualTime(current, wallNow()),
    setting: () => current,
    wallDelayUntil: (time) => Math.max(0, wallTime(current, time) - wallNow()),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(setting) {
      current = setting;
      for (const listener of listeners) listener(setting);
    },
  };
}
