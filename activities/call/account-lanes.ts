import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { HOUR } from '../../src/shared/kit/duration.ts';

/** Lets calls of each account out beside each other, up to a bound, so that sick ones cost the others nothing. */
export interface AccountLanes {
  /** A place for a call; whoever has it gives it back. Null: none came free in the time that one waits for it here. */
  enter(accountId: string): Promise<Place | null>;
  /** Somebody found no place: when they come back. */
  putOff(accountId: string): PutOff;
  /** Wakes whoever is next of the account, where it has a place now. To be called when those who are woken are written. */
  wakeNext(accountId: string): Promise<void>;
}

export interface PutOff {
  /** Wall milliseconds after which they come by themselves: everybody is told another time, as places come free. */
  readonly come_back_ms: number;
  /** They are woken as soon as there is a place, which may be long before, or never if nobody wrote that they wait. */
  readonly is_woken: boolean;
  /** The account is known to answer slowly. */
  readonly is_slow: boolean;
}

/** Wakes so many at most of those who were put off; says how many they are, or null where it could not be found out. */
export type Wake = (accountId: string, most: number) => Promise<number | null>;

export interface Place {
  /** Its call goes out; the function says that it is answered. By that time the account is judged, not by ours before and after it. */
  begin(): () => void;
  /** Resolves when whoever is next was woken. */
  leave(): Promise<void>;
}

export interface LaneSettings {
  /** Calls beside each other of an account that answers fast: at 50 ms each, eight are 160 calls a second. */
  readonly per_account: number;
  /** An account is slow while a call of its takes longer, and after one that did, until one is answered sooner. */
  readonly slow_ms: number;
  /** So long a call takes at most: what is reckoned with until an account has answered. */
  readonly answer_ms: number;
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

/** Together well below the worker's slots for steps (src/runtime/temporal/worker.ts), so that those of healthy accounts find one. */
export const LANES: LaneSettings = Object.freeze({
  per_account: 8,
  slow_ms: 3_000,
  answer_ms: 30_000,
  patience_ms: 1_000,
  slow_accounts: 40,
  new_accounts: 40,
  further_calls: 50,
  waiting: 40,
});

/** Trying is not free: whoever does so takes a workflow task and a look at the database. */
const SOONEST_MS = 1_000;
/** Who was to be woken and was not, since a process or its database was gone, comes back by then. */
const LATEST_MS = HOUR;
/** So many are woken by each who leaves a place of an account that answers fast again: they become ever more, as fast as it answers. */
const WOKEN_BY_EACH = 2;

/** The account's lane is full. Nothing was sent. */
export class LaneFull extends CodedError {
  readonly account_id: string;

  constructor(accountId: string) {
    super('lane_full', `other calls of ${accountId} are not answered yet`);
    this.account_id = accountId;
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
  readonly account_id: string;
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
  /** When somebody was woken for a place of it. */
  woken_at: number;
}

interface LaneOptions {
  readonly settings?: Partial<LaneSettings>;
  readonly now?: () => number;
  /** Absent: nobody is ever woken. */
  readonly wake?: Wake;
}

export function createAccountLanes({ settings: given, now = Date.now, wake }: LaneOptions = {}): AccountLanes {
  const settings = { ...LANES, ...given };
  const lanes = new Map<string, Lane>();
  /** Those that have calls out. */
  const busy = new Set<Lane>();
  /** Those of which somebody may be put off, whoever was not served for longest first. */
  const wanted = new Set<Lane>();
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
      account_id: id,
      out: new Set<Taken>(),
      waiting: new Set<Waiter>(),
      last: null,
      took: 0,
      turn: 0,
      sent_away: 0,
      woken_at: Number.NEGATIVE_INFINITY,
    };
    lanes.set(id, fresh);
    // Another process, or the one before this one, may have put people off.
    wanted.add(fresh);
    return fresh;
  }

  /** From one place that comes free to the next. */
  function paceMs(lane: Lane): number {
    if (paceOf(lane) === 'fast') return lane.took / settings.per_account;
    return lane.last === 'slow' ? Math.max(lane.took, longestOut(lane)) : settings.answer_ms;
  }

  /** How many may be woken for it: one for its only place, and no other before that one can have come. */
  function placesFor(lane: Lane): number {
    if (!hasPlace(lane)) return 0;
    if (paceOf(lane) === 'fast') return Math.min(WOKEN_BY_EACH, settings.per_account - lane.out.size);
    return now() < lane.woken_at + settings.patience_ms ? 0 : 1;
  }

  /** Whether anybody was. */
  async function wakeOf(lane: Lane): Promise<boolean> {
    const places = wanted.has(lane) ? placesFor(lane) : 0;
    if (places === 0) return false;
    const { sent_away, woken_at } = lane;
    lane.woken_at = now();
    wanted.delete(lane);
    wanted.add(lane);
    const woken = (await wake?.(lane.account_id, places)) ?? null;
    if (woken === null || woken === 0) lane.woken_at = woken_at;
    if (woken !== null && woken < places && lane.sent_away === sent_away) wanted.delete(lane);
    return woken !== null && woken > 0;
  }

  /** A slow or new account may have waited for any place of the others to come free. */
  async function wakeAfter(left: Lane): Promise<void> {
    if (paceOf(left) === 'slow') wanted.add(left);
    if (paceOf(left) === 'fast') await wakeOf(left);
    for (const lane of [...wanted]) {
      if (paceOf(lane) !== 'fast' && (await wakeOf(lane))) return;
    }
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
      async leave() {
        if (!lane.out.delete(taken)) return;
        if (lane.out.size === 0) busy.delete(lane);
        // It had nothing to call: what nobody knows to be slow is tried.
        lane.last ??= 'fast';
        for (const waiter of lane.waiting) {
          if (!hasPlace(lane)) break;
          leaveQueue(lane, waiter, take(lane));
        }
        await wakeAfter(lane);
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

    putOff(id) {
      const lane = laneOf(id);
      lane.sent_away++;
      const pace = paceOf(lane);
      const told = { is_woken: pace !== 'fast', is_slow: pace === 'slow' };
      if (told.is_woken) wanted.add(lane);
      const turn = Math.max(now(), lane.turn) + paceMs(lane);
      const wait = Math.max(SOONEST_MS, turn - now());
      if (wait <= LATEST_MS) {
        lane.turn = turn;
        return { ...told, come_back_ms: wait };
      }
      // Evenly between half of it and all of it, by the golden ratio.
      return { ...told, come_back_ms: LATEST_MS * (0.5 + ((lane.sent_away * 0.618) % 1) / 2) };
    },

    async wakeNext(id) {
      const lane = laneOf(id);
      wanted.add(lane);
      await wakeOf(lane);
    },
  };
}
