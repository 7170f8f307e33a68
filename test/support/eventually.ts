import { vi } from 'vitest';

/** Wall milliseconds for which a test waits at least: on a machine that others use too, a second is nothing. */
export const PATIENCE = 120_000;

/** Waits until the check no longer throws; looks every 10 ms unless told. */
export const eventually = <T>(check: () => T | Promise<T>, { interval = 10 } = {}): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE, interval });
