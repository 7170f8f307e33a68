import { unwatchFile, watchFile } from 'node:fs';
import { atSpeed, createClock, type SettableClock } from '../../shared/kit/clock.ts';
import { keepBeating } from './clock-beat.ts';
import { type Home, readClockFile, writeClockFile } from './home.ts';
import { watchReplaced } from './watch-replaced.ts';

const FILE = 'clock.json';

/**
 * The clock of virtual time that all roles of one home share, kept in `clock.json`: written once, so that every role and every restart
 * agrees. A given speed other than the file's takes effect from now on; time never jumps by it. Without one the file's stays.
 */
export function openSharedClock(home: Home, speed: number | undefined): { clock: SettableClock; close(): void } {
  const wall = Date.now();
  const stored = readClockFile(home);
  let setting = stored ?? { wall_origin: wall, world_origin: wall, speed: speed ?? 1 };
  if (stored && speed !== undefined && stored.speed !== speed) setting = atSpeed(stored, wall, speed);
  if (setting !== stored) writeClockFile(home, setting);

  const clock = createClock(setting);
  const file = home.path(FILE);
  const reload = () => {
    const fresh = readClockFile(home);
    if (fresh && JSON.stringify(fresh) !== JSON.stringify(clock.setting())) clock.set(fresh);
  };
  // Polled as well: change notices of the file system differ between platforms, and a machine has only so many of them.
  watchFile(file, { interval: 200, persistent: false }, reload);
  const watcher = watchReplaced(file, reload);
  const beating = keepBeating(home, clock);
  const close = () => {
    beating.stop();
    unwatchFile(file, reload);
    watcher.close();
  };
  return { clock, close };
}
