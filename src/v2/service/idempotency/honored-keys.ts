/** For which owners `Idempotency-Key` is honored. Other services know no such thing, and clients must do without it. */
export interface HonoredKeys {
  isHonored(userId: string): boolean;
  /** Null: as the service is set. */
  set(userId: string, honored: boolean | null): void;
}

/** Keeps what the sandbox sets for an owner in memory, as its faults are. */
export function createHonoredKeys(byDefault: boolean): HonoredKeys {
  const set = new Map<string, boolean>();
  return {
    isHonored: (userId) => set.get(userId) ?? byDefault,
    set(userId, honored) {
      if (honored === null) set.delete(userId);
      else set.set(userId, honored);
    },
  };
}
