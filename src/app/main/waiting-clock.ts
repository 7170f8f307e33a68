import { atSpeed, type Clock, type ClockSetting, isWallClock, virtualTime } from '../../shared/kit/clock.ts';
import { ranUntil, writeBeat } from './clock-beat.ts';
import { type Home, readClockFile, readLaterSpeed, writeClockFile } from './home.ts';
import { openSharedClock } from './shared-clock.ts';

export interface WaitingClock {
  readonly clock: Clock;
  /** Virtual milliseconds per wall millisecond from `begin` on. */
  readonly speed: number;
  /** Somebody can look on: time runs. */
  begin(): void;
  /** Nothing runs any more. */
  close(): void;
}

/**
 * The clock of a sandbox, for whoever starts and stops all that goes by it: virtual time goes on from where it stood when all of it ended, be
 * it by a kill, and runs no faster than the wall's until `begin`. A clock that is the wall's never stands still.
 */
export function openWaitingClock(
  home: Home,
  given: { readonly speed?: number; readonly initial_speed: number },
): WaitingClock {
  const stored = readClockFile(home);
  const speed = given.speed ?? readLaterSpeed(home) ?? stored?.speed ?? given.initial_speed;
  writeClockFile(home, waitingAt(home, stored), speed === 1 ? null : speed);
  const shared = openSharedClock(home, undefined);
  return {
    clock: shared.clock,
    speed,
    begin() {
      const waiting = readClockFile(home);
      // None: somebody has set another meanwhile.
      const wanted = readLaterSpeed(home);
      if (waiting === null || wanted === null) return;
      const running = atSpeed(waiting, Date.now(), wanted);
      writeClockFile(home, running);
      shared.clock.set(running);
    },
    close() {
      shared.close();
      writeBeat(home, { is_last: true });
    },
  };
}

function waitingAt(home: Home, stored: ClockSetting | null): ClockSetting {
  const wall = Date.now();
  if (stored === null) return { wall_origin: wall, world_origin: wall, speed: 1 };
  if (isWallClock(stored)) return stored;
  return { wall_origin: wall, world_origin: virtualTime(stored, ranUntil(home) ?? wall), speed: 1 };
}
