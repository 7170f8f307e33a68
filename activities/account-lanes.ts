/** Lets calls of each account out beside each other, up to a bound, so that a sick one costs the others nothing. */
export interface AccountLanes {
  /** A place for a call; whoever has it gives it back. Null: none came free in the time that one waits for it here. */
  enter(accountId: string): Promise<(() => void) | null>;
}

/** Fast answers need few places: at 50 ms each these are 160 calls a second. */
const PER_ACCOUNT = 8;
/** A place of a healthy account comes free within it; who waits longer waits in Temporal, where that takes up nothing. */
const PATIENCE_MS = 1_000;

interface Waiter {
  readonly take: (leave: (() => void) | null) => void;
  readonly timer: NodeJS.Timeout;
}

export function createAccountLanes(bound = PER_ACCOUNT, patience_ms = PATIENCE_MS): AccountLanes {
  const underWay = new Map<string, number>();
  const waiting = new Map<string, Waiter[]>();

  function place(id: string): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = waiting.get(id)?.shift();
      if (next) {
        clearTimeout(next.timer);
        next.take(place(id));
        return;
      }
      const left = (underWay.get(id) ?? 1) - 1;
      if (left > 0) underWay.set(id, left);
      else underWay.delete(id);
      if (waiting.get(id)?.length === 0) waiting.delete(id);
    };
  }

  return {
    async enter(id) {
      const count = underWay.get(id) ?? 0;
      if (count < bound) {
        underWay.set(id, count + 1);
        return place(id);
      }
      return new Promise((take) => {
        const queue = waiting.get(id) ?? [];
        waiting.set(id, queue);
        const giveUp = (): void => {
          queue.splice(queue.indexOf(waiter), 1);
          take(null);
        };
        const waiter: Waiter = { take, timer: setTimeout(giveUp, patience_ms) };
        queue.push(waiter);
      });
    },
  };
}
