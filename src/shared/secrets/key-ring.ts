import { SECOND } from '../kit/duration.ts';
import type { SecretKey } from './secret-key.ts';

export type SomeKeys = readonly [SecretKey, ...SecretKey[]];

/** The keys of one installation: the present one seals, all of them open. */
export interface KeyRing {
  readonly current: SecretKey;
  /** The present one first. */
  readonly all: SomeKeys;
  /** Stays when keys change: for digests that are compared with stored ones. */
  readonly oldest: SecretKey;
  find(id: string): SecretKey | undefined;
  /** Looks for keys that were added since, at most once a second: a process that runs meets what a newer key sealed. */
  refresh(): Promise<void>;
}

export interface RingKeys {
  readonly all: SomeKeys;
  readonly oldest: SecretKey;
}

/** `load` reads the keys anew; while it fails those that are known stay. Absent: they never change. */
export function createKeyRing(first: RingKeys, load?: () => Promise<RingKeys>): KeyRing {
  let keys = first;
  let loading: Promise<void> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;
  return {
    get current() {
      return keys.all[0];
    },
    get all() {
      return keys.all;
    },
    get oldest() {
      return keys.oldest;
    },
    find: (id) => keys.all.find((key) => key.id === id),
    async refresh() {
      if (load === undefined || performance.now() - loadedAt < SECOND) return loading ?? undefined;
      loadedAt = performance.now();
      loading = load()
        .then((fresh) => {
          keys = fresh;
        })
        .catch(() => undefined)
        .finally(() => {
          loading = null;
        });
      return loading;
    },
  };
}

/** Keys that never change, the last of them the oldest. */
export function ringOf(all: SomeKeys): KeyRing {
  return createKeyRing({ all, oldest: all.at(-1) ?? all[0] });
}
