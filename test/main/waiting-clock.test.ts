import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Home, openHome, readClockFile, writeClockFile } from '../../src/app/main/home.ts';
import { openSharedClock } from '../../src/app/main/shared-clock.ts';
import { openWaitingClock, type WaitingClock } from '../../src/app/main/waiting-clock.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/shared/kit/duration.ts';

const START = Date.parse('2026-03-02T08:00:00Z');
/** A day in 20 s, as in the demo. */
const SPEED = 4320;
let home: Home;
let opened: WaitingClock[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: START });
  home = openHome(mkdtempSync(join(tmpdir(), 'overture-clock-')));
});
afterEach(() => {
  for (const one of opened) one.close();
  opened = [];
  vi.useRealTimers();
  rmSync(home.folder, { recursive: true });
});

const passes = (ms: number): void => void vi.advanceTimersByTime(ms);
/** Nobody beats meanwhile: nothing runs. */
const passesWithout = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
function open(speed?: number, initial_speed = SPEED): WaitingClock {
  const clock = openWaitingClock(home, { ...(speed === undefined ? {} : { speed }), initial_speed });
  opened.push(clock);
  return clock;
}
function stop(): void {
  for (const one of opened.splice(0)) one.close();
}
/** As a kill -9 leaves it: nobody could write a last word. */
function kill(): void {
  opened = [];
  vi.clearAllTimers();
}

describe('the clock of a sandbox', () => {
  it('runs no faster than the wall while the first start fetches what it needs', () => {
    const waiting = open();
    passes(5 * MINUTE);
    expect(waiting.clock.now()).toBe(START + 5 * MINUTE);
    waiting.begin();
    expect(waiting.clock.now()).toBe(START + 5 * MINUTE);
    passes(20 * SECOND);
    expect(waiting.clock.now()).toBe(START + 5 * MINUTE + DAY);
  });

  it('stands still while nothing runs', () => {
    const first = open();
    first.begin();
    passes(40 * SECOND);
    stop();
    passesWithout(8 * HOUR);
    const again = open();
    expect(again.clock.now()).toBe(START + 2 * DAY);
    expect(again.speed).toBe(SPEED);
    again.begin();
    passes(20 * SECOND);
    expect(again.clock.now()).toBe(START + 3 * DAY);
  });

  it('stands still after a kill, too, and never goes back behind what was done', () => {
    const first = open();
    first.begin();
    passes(40 * SECOND + 900);
    const last = first.clock.now();
    kill();
    passesWithout(8 * HOUR);
    const { clock } = open();
    expect(clock.now()).toBeGreaterThanOrEqual(last);
    expect(clock.now()).toBeLessThanOrEqual(last + 2 * SECOND * SPEED);
  });

  it('has the same speed after a start that was cut off, and after a kill at once', () => {
    open();
    kill();
    const again = open();
    expect(again.speed).toBe(SPEED);
    again.begin();
    expect(readClockFile(home)?.speed).toBe(SPEED);
    kill();
    expect(open().speed).toBe(SPEED);
  });

  it('goes on by what a role has noted that outlived who started it', () => {
    open().begin();
    const role = openSharedClock(home, undefined);
    stop();
    passes(10 * SECOND);
    const last = role.clock.now();
    role.close();
    kill();
    passesWithout(DAY);
    expect(open().clock.now()).toBeGreaterThanOrEqual(last);
  });

  it('keeps what somebody has set it to during the start', () => {
    const waiting = open();
    writeClockFile(home, { wall_origin: START, world_origin: START + DAY, speed: 7 });
    waiting.begin();
    expect(readClockFile(home)).toEqual({ wall_origin: START, world_origin: START + DAY, speed: 7 });
  });

  it("is the wall's where nothing else was asked for, and that never stands still", () => {
    const first = open(undefined, 1);
    first.begin();
    passes(MINUTE);
    stop();
    passesWithout(DAY);
    const again = open(undefined, 1);
    again.begin();
    expect(again.clock.now()).toBe(Date.now());
  });
});
