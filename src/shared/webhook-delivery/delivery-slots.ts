/** How many deliveries may be in flight, in all and to each webhook. */
export interface DeliverySlots {
  /** How many more may be started in all. */
  free(): number;
  /**
   * For a claim that gives each webhook `at_first` slots: what counts against them, by webhook, with those that wait. Below 0 where it has more. One that does
   * well is given as many again as it has earned: they wait for its slots.
   */
  counted(waiting: (webhook_id: string) => number): Map<string, number>;
  /** Whether one more may be started at once. */
  hasFree(webhook_id: string): boolean;
  /** How many may wait for its slots. */
  ahead(webhook_id: string): number;
  take(webhook_id: string): void;
  giveBack(webhook_id: string): void;
  /** After a claim: who has nothing in flight has nothing to send. */
  forgetIdle(): void;
  succeeded(webhook_id: string): void;
  failed(webhook_id: string): void;
  /** Nothing will be sent to it any more. */
  forget(webhook_id: string): void;
}

/**
 * A webhook begins with `at_first` slots, gets one more with each success, up to `most`, and has one alone from a failure to
 * the next success: a receiver that hangs holds a few for the length of one timeout. Those that failed last have half of all
 * slots together, so that any number of dead receivers leaves the other half to the living.
 */
export function createDeliverySlots(limits: {
  readonly in_all: number;
  readonly at_first: number;
  readonly most: number;
}): DeliverySlots {
  const { in_all, at_first, most } = limits;
  const taken = new Map<string, number>();
  const failing = new Set<string>();
  /** Places beyond `at_first`, of webhooks that are being sent to. */
  const earned = new Map<string, number>();
  let inFlight = 0;

  const takenBy = (webhook_id: string) => taken.get(webhook_id) ?? 0;

  return {
    free: () => in_all - inFlight,
    counted(waiting) {
      const counted = new Map(taken);
      for (const [webhook_id, places] of earned)
        counted.set(webhook_id, takenBy(webhook_id) + waiting(webhook_id) - 2 * places);
      let held = 0;
      for (const webhook_id of failing) held += takenBy(webhook_id);
      const share = held < in_all / 2 ? 1 : 0;
      for (const webhook_id of failing) counted.set(webhook_id, takenBy(webhook_id) + at_first - share);
      return counted;
    },
    hasFree: (webhook_id) =>
      takenBy(webhook_id) < (failing.has(webhook_id) ? 1 : at_first + (earned.get(webhook_id) ?? 0)),
    ahead: (webhook_id) => earned.get(webhook_id) ?? 0,
    take(webhook_id) {
      inFlight++;
      taken.set(webhook_id, takenBy(webhook_id) + 1);
    },
    giveBack(webhook_id) {
      inFlight--;
      const left = takenBy(webhook_id) - 1;
      if (left > 0) taken.set(webhook_id, left);
      else taken.delete(webhook_id);
    },
    forgetIdle() {
      for (const webhook_id of earned.keys()) if (!taken.has(webhook_id)) earned.delete(webhook_id);
    },
    succeeded(webhook_id) {
      if (failing.delete(webhook_id)) return;
      earned.set(webhook_id, Math.min(most - at_first, (earned.get(webhook_id) ?? 0) + 1));
    },
    failed(webhook_id) {
      earned.delete(webhook_id);
      failing.add(webhook_id);
    },
    forget(webhook_id) {
      earned.delete(webhook_id);
      failing.delete(webhook_id);
    },
  };
}
