import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Random } from './random.ts';

const real = {
  now: Date.now,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  sleep: timers.setTimeout,
  random: Math.random,
  timeout: AbortSignal.timeout,
  getRandomValues: crypto.getRandomValues,
};

/** So often the event loop gets a turn of its own, by which it hears other processes and finds promises that failed and nobody looked at. */
const TURN = 32;
let rests = 0;

/**
 * All that was begun has come to rest at an await that only the simulator ends: Node comes to the next tick when no promise has anything left to do. Nothing of the engine waits for the event loop
 * here, of which a turn costs as much as a short step.
 */
export const drained = (): Promise<void> =>
  new Promise((resolve) => (++rests % TURN === 0 ? real.setImmediate(resolve) : process.nextTick(resolve)));
export const realNow = (): number => real.now();

export interface VirtualClock {
  now(): number;
  /** For whoever runs at this moment. Returns what takes it back. */
  after(ms: number, call: () => void): () => void;
}

interface Deadline {
  readonly end: number;
  readonly controller: AbortController;
}
const deadlines = new WeakMap<AbortSignal, Deadline>();

/** A timeout that nobody waits for costs nothing; this one is waited for now. */
export function armTimeout(clock: VirtualClock, signal: unknown): void {
  const deadline = signal instanceof AbortSignal ? deadlines.get(signal) : undefined;
  if (!deadline) return;
  const { end, controller } = deadline;
  clock.after(Math.max(0, end - clock.now()), () => controller.abort(new DOMException('timed out', 'TimeoutError')));
}

/**
 * The time, the timers and the randomness of this process are the simulator's until the returned function is called. Nothing
 * of the engine knows.
 */
export function takeOverTime(clock: VirtualClock, random: Random): () => void {
  const handles = new Map<number, () => void>();
  let handle = 0;
  const clear = (which: number): void => {
    handles.get(which)?.();
    handles.delete(which);
  };
  Date.now = () => clock.now();
  Math.random = () => random.next();
  Object.assign(globalThis, {
    setTimeout: (call: () => void, ms = 0) => {
      handle += 1;
      handles.set(handle, clock.after(ms, call));
      return handle;
    },
    clearTimeout: clear,
    setInterval: (call: () => void, ms: number) => {
      handle += 1;
      const mine = handle;
      const again = (): void => {
        handles.set(mine, clock.after(ms, again));
        call();
      };
      handles.set(mine, clock.after(ms, again));
      return mine;
    },
    clearInterval: clear,
    setImmediate: (call: () => void) => clock.after(0, call),
  });
  Object.assign(timers, {
    setTimeout: (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve)),
  });
  syncBuiltinESMExports();
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    deadlines.set(controller.signal, { end: clock.now() + ms, controller });
    return controller.signal;
  };
  Object.assign(crypto, {
    getRandomValues: (into: Uint8Array) => {
      for (const at of into.keys()) into[at] = random.below(256);
      return into;
    },
  });
  return () => {
    Date.now = real.now;
    Math.random = real.random;
    const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = real;
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate });
    Object.assign(timers, { setTimeout: real.sleep });
    syncBuiltinESMExports();
    AbortSignal.timeout = real.timeout;
    Object.assign(crypto, { getRandomValues: real.getRandomValues });
  };
}
