import { CodedError } from '../../src/shared/kit/coded-error.ts';

/** Lets calls of each account out beside each other, up to a bound, so that sick ones cost the others nothing. */
export interface AccountLanes {
  /** A place for a call; whoever has it gives it back. Null: none came free in the time that one waits for it here. */
  enter(accountId: string): Promise<Place | null>;
  /** Wall milliseconds after which somebody who found no place may find one: everybody is told another time, as places come free. */
  comeBack(accountId: string): number;
}

export interface Place {
  /** Its call goes out; the function says that it is answered. By that time the account is judged, not by ours before and after it. */
  begin(): () => void;
  leave(): void;
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

/** Trying is not free: those who wait for one that is slow come back at the pace of its answers, and no sooner. */
const SOONEST_MS = 1_000;
/** Who comes back later than that would wait longer than need be for one that is well again. */
const LATEST_MS = 120_000;

/** The account's lane is full. Nothing was sent. */
export class LaneFull extends CodedError {
  readonly come_back_ms: number;

  constructor(accountId: string, comeBackMs: number) {
    super('lane_full', `other calls of ${accountId} are not answered yet`);
    this.come_back_ms = comeBackMs;
  }
}

interface Waiter {
  readonly take: (place: Place | null) => void;
  readonly timer: NodeJS.Timeout;
}

interface Taken {
  since: number | null;
}

interface Lane {
  /** Whoever has a place, and when their call that is out began. */
  readonly out: Set<Taken>;
  readonly waiting: Set<Waiter>;
  /** Of the last answer; null: there was none yet. */
  last: 'fast' | 'slow' | null;
  /** How long the last answer took. */
  took: number;
  /** When the last of those who were sent away comes back, and how many they were. */
  turn: number;
  sent_away: number;
}

export function createAccountLanes(given: Partial<LaneSettings> = {}, now: () => number = Date.now): AccountLanes {
  const settings = { ...LANES, ...given };
  const lanes = new Map<string, Lane>();
  /** Those that have calls out. */
  const busy = new Set<Lane>();
  let waiting = 0;

  /** How long the oldest call of the account that is out has not been answered. */
  function longestOut(lane: Lane): number {
    return Math.max(0, ...[...lane.out].flatMap(({ since }) => (since === null ? [] : now() - since)));
  }

  function paceOf(lane: Lane): Lane['last'] {
    return longestOut(lane) > settings.slow_ms ? 'slow' : lane.last;
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

  function laneOf(id: string): Lane {
    const known = lanes.get(id);
    if (known) return known;
    const fresh = {
      out: new Set<Taken>(),
      waiting: new Set<Waiter>(),
      last: null,
      took: 0,
      turn: 0,
      sent_away: 0,
    };
    lanes.set(id, fresh);
    return fresh;
  }

  /** From one place that comes free to the next. */
  function paceMs(lane: Lane): number {
    if (paceOf(lane) === 'slow') return Math.max(lane.took, settings.slow_ms, longestOut(lane));
    return lane.last === null ? SOONEST_MS : lane.took / settings.per_account;
  }

  function take(lane: Lane): Place {
    const taken: Taken = { since: null };
    lane.out.add(taken);
    busy.add(lane);
    return {
      begin() {
        const since = now();
        taken.since = since;
        return () => {
          if (taken.since !== since) return;
          taken.since = null;
          lane.took = now() - since;
          lane.last = lane.took > settings.slow_ms ? 'slow' : 'fast';
          if (lane.last === 'fast') lane.turn = 0;
        };
      },
      leave() {
        if (!lane.out.delete(taken)) return;
        if (lane.out.size === 0) busy.delete(lane);
        // It had nothing to call: what nobody knows to be slow is tried.
        lane.last ??= 'fast';
        for (const waiter of lane.waiting) {
          if (!hasPlace(lane)) break;
          leaveQueue(lane, waiter, take(lane));
        }
      },
    };
  }

  function leaveQueue(lane: Lane, waiter: Waiter, place: Place | null): void {
    clearTimeout(waiter.timer);
    lane.waiting.delete(waiter);
    waiting--;
    waiter.take(place);
  }

  return {
    async enter(id) {
      const lane = laneOf(id);
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

    comeBack(id) {
      const lane = laneOf(id);
      lane.sent_away++;
      const turn = Math.max(now(), lane.turn) + paceMs(lane);
      const wait = Math.max(SOONEST_MS, turn - now());
      if (wait <= LATEST_MS) {
        lane.turn = turn;
        return wait;
      }
      // Evenly between half of it and all of it, by the golden ratio.
      return LATEST_MS * (0.5 + ((lane.sent_away * 0.618) % 1) / 2);
    },
  };
}
