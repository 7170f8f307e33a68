import type { Clock } from '../../../../../shared/kit/clock.ts';

/** Rings when something was put on the agenda. */
export interface AgendaBell {
  /** `dueAt`: world time, epoch ms. */
  ring(dueAt: number): void;
  onRing(listener: (dueAt: number) => void): () => void;
}

const bells = new WeakMap<Clock, AgendaBell>();

/** One bell per service: the channels that plan and the loop that carries out know each other by their clock alone. */
export function bellOf(clock: Clock): AgendaBell {
  const known = bells.get(clock);
  if (known) return known;
  const listeners = new Set<(dueAt: number) => void>();
  const bell: AgendaBell = {
    ring(dueAt) {
      for (const listener of listeners) listener(dueAt);
    },
    onRing(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  bells.set(clock, bell);
  return bell;
}
