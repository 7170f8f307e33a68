import { vi } from 'vitest';

/** Waits until the check no longer throws. Patient: on a machine that others use too, a second is nothing. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000 });
