import { CodedError } from '../src/shared/kit/coded-error.ts';

/** Lets calls of each account out beside each other, up to a bound, so that sick ones cost the others nothing. */
export interface AccountLanes {
  /** A place for a call; whoever has it gives it back. Null: none came free in the time that one waits for it here. */
  enter(accountId: string): Promise<(() => void) | null>;
}

export interface LaneSettings {
  /** Calls beside each other of an account that answers fast: at 50 ms each, eight are 160 calls a second. */
  readonly per_account: number;
  /** An account is slow while a call of its takes longer, and after one that did, until one is answered sooner. */
  readonly slow_ms: number;
  /** A place of a healthy account comes free within it; who waits longer waits in Temporal, where that takes up nothing. */
  readonly patience_ms: number;
  /** Slow accounts that have a call out, all together: each has one. */
  readonly slow_accounts: number;
  /** Accounts that have not answered yet in this process and have a call out, all together: each has one. */
  readonly new_accounts: number;
  /** Calls beyond the first of their account, of all accounts together: so many can be out when many accounts go slow at once. */
  readonly further_calls: number;
  /** Who waits for a place, of all accounts together. */
  readonly waiting: number;
}

/** Together well below the worker's slots for steps (src/temporal/worker.ts), so that those of healthy accounts find one. */
export const LANES: LaneSettings = Object.freeze({
  per_account: 8,
  slow_ms: 3_000,
  patience_ms: 1_000,
  slow_accounts: 40,
  new_accounts: 40,
  further_calls: 50,
  waiting: 40,
});

/** The account's lane is full. Nothing was sent. */
export class LaneFull extends CodedError {
  constructor(accountId: string) {
    super('lane_full', `other calls of ${accountId} are not answered yet`);
  }
}

interface Waiter {
  readonly take: (leave: (() => void) | null) => void;
  readonly timer: NodeJS.Timeout;
}

interface Lane {
  /** When each call that is out began, oldest first. */
  readonly out: Set<{ readonly since: number }>;
  readonly waiting: Set<Waiter>;
  /** Of the last answer; null: there was none yet. */
  last: 'fast' | 'slow' | null;
}

export function createAccountLanes(given: Partial<LaneSettings> = {}, now: () => number = Date.now): AccountLanes {
  const settings = { ...LANES, ...given };
  const lanes = new Map<string, Lane>();
  /** Those that have calls out. */
  const busy = new Set<Lane>();
  let waiting = 0;

  function paceOf(lane: Lane): Lane['last'] {
    const [oldest] = lane.out;
    return oldest !== undefined && now() - oldest.since > settings.slow_ms ? 'slow' : lane.last;
  }

  function hasPlace(lane: Lane): boolean {
    const pace = paceOf(lane);
    if (lane.out.size > 0) {
      if (pace !== 'fast' || lane.out.size >= settings.per_account) return false;
      return [...busy].reduce((sum, { out }) => sum + out.size - 1, 0) < settings.further_calls;
    }
    if (pace === 'fast') return true;
    const alike = [...busy].filter((other) => paceOf(other) === pace).length;
    return alike < (pace === 'slow' ? settings.slow_accounts : settings.new_accounts);
  }

  function take(lane: Lane): () => void {
    const call = { since: now() };
    lane.out.add(call);
    busy.add(lane);
    return () => {
      if (!lane.out.delete(call)) return;
      if (lane.out.size === 0) busy.delete(lane);
      lane.last = now() - call.since > settings.slow_ms ? 'slow' : 'fast';
      for (const waiter of lane.waiting) {
        if (!hasPlace(lane)) break;
        leaveQueue(lane, waiter, take(lane));
      }
    };
  }

  function leaveQueue(lane: Lane, waiter: Waiter, place: (() => void) | null): void {
    clearTimeout(waiter.timer);
    lane.waiting.delete(waiter);
    waiting--;
    waiter.take(place);
  }

  return {
    async enter(id) {
      const lane: Lane = lanes.get(id) ?? { out: new Set(), waiting: new Set(), last: null };
      lanes.set(id, lane);
      if (hasPlace(lane)) return take(lane);
      // Only a call of its own that is answered soon makes room soon.
      if (lane.out.size === 0 || paceOf(lane) === 'slow' || waiting >= settings.waiting) return null;
      waiting++;
      return new Promise((resolve) => {
        const timer = setTimeout(() => leaveQueue(lane, waiter, null), settings.patience_ms);
        const waiter: Waiter = { take: resolve, timer };
        lane.waiting.add(waiter);
      });
    },
  };
}
