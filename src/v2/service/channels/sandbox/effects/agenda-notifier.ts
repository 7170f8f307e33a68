import type { Clock } from '../../../../../shared/kit/clock.ts';

/** Tells when something was put on the agenda. */
export interface AgendaNotifier {
  /** `dueAt`: virtual time, epoch ms. */
  notify(dueAt: number): void;
  onNotified(listener: (dueAt: number) => void): () => void;
}

const notifiers = new WeakMap<Clock, AgendaNotifier>();

/** One per service: the channels that plan reactions and the loop that executes them know each other by their clock alone. */
export function notifierOf(clock: Clock): AgendaNotifier {
  const known = notifiers.get(clock);
  if (known) return known;
  const listeners = new Set<(dueAt: number) => void>();
  const notifier: AgendaNotifier = {
    notify(dueAt) {
      for (const listener of listeners) listener(dueAt);
    },
    onNotified(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  notifiers.set(clock, notifier);
  return notifier;
}
