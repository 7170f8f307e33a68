import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { HOUR } from '../../src/shared/kit/duration.ts';
import { LANES, type LaneSettings } from './lane-settings.ts';

/** Bounds the calls that each account has under way (bulkhead), so that slow accounts cost the others nothing. */
export interface AccountLanes {
  /** How many steps wait for a permit in this process. */
  waiting(): number;
  /**
   * Takes a permit for a call, which its owner gives back. Null: none became free within the time that a call waits
   * here.
   */
  enter(accountId: string): Promise<Permit | null>;
  /** Says when a step comes back that got no permit. */
  putOff(accountId: string): PutOff;
  /** Wakes the next step of the account if it has a permit free. To be called once those who wait are written down. */
  wakeNext(accountId: string): Promise<void>;
}

export interface PutOff {
  /** Wall milliseconds after which the step comes by itself: each gets another time, as permits become free. */
  readonly come_back_ms: number;
  /** The step is woken as soon as a permit is free, which may be long before, or never if nobody wrote down that it waits. */
  readonly is_woken: boolean;
  /** The account is known to answer slowly. */
  readonly is_slow: boolean;
}

/** Wakes at most `most` of the steps that were put off; returns how many, or null where that could not be found out. */
export type Wake = (accountId: string, most: number) => Promise<number | null>;

export interface Permit {
  /**
   * Notes that the call is sent; the returned function notes that it is answered. The account is judged by that time,
   * not by our own work around it.
   */
  begin(): () => void;
  /** Resolves when the next step was woken. */
  leave(): Promise<void>;
}

/** Each try costs a workflow task and a look at the database. */
const SOONEST_MS = 1_000;
/** A step that should have been woken, but was not because a process or its database was gone, comes back by then. */
const LATEST_MS = HOUR;
/**
 * The number of steps that each answered call of an account that is fast again wakes: the number of calls doubles as
 * fast as the account answers.
 */
const WOKEN_BY_EACH = 2;

/** Thrown where the account's lane is full. Nothing was sent. */
export class LaneFull extends CodedError {
  readonly account_id: string;

  constructor(accountId: string) {
    super('lane_full', `other calls of ${accountId} are not answered yet`);
    this.account_id = accountId;
  }
}

interface Waiter {
  readonly take: (permit: Permit | null) => void;
  timer: NodeJS.Timeout;
}

interface Taken {
  since: number | null;
}

interface Lane {
  readonly account_id: string;
  /** The permits that are taken, each with the time at which its call began. */
  readonly out: Set<Taken>;
  readonly waiting: Set<Waiter>;
  /** How fast the last answer came; null: there was none yet. */
  last: 'fast' | 'slow' | null;
  /** The time that the last answer took. */
  took: number;
  /** When a permit was given back last, while others waited for one; null: no others did. */
  left_at: number | null;
  /**
   * The time between one permit that is given back and the next while others wait, on average; null: nobody has had to.
   */
  every: number | null;
  /** When the last of the steps that were put off comes back, and how many they were. */
  turn: number;
  put_off: number;
  /** When somebody was last woken for a permit of it. */
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
  /** Lanes that have calls out. */
  const busy = new Set<Lane>();
  /** Lanes from which somebody may have been put off, the one that was not served for longest first. */
  const wanted = new Set<Lane>();
  let waiting = 0;

  /** The time for which the oldest call of the account has not been answered. */
  function longestOut(lane: Lane): number {
    return Math.max(0, ...[...lane.out].flatMap(({ since }) => (since === null ? [] : now() - since)));
  }

  function speedOf(lane: Lane): Lane['last'] {
    return longestOut(lane) > settings.slow_ms ? 'slow' : lane.last;
  }

  function mayEnter(lane: Lane): boolean {
    const speed = speedOf(lane);
    if (lane.out.size > 0) {
      if (speed !== 'fast' || lane.out.size >= settings.per_account) return false;
      return [...busy].reduce((sum, { out }) => sum + out.size - 1, 0) < settings.further_calls;
    }
    if (speed === 'fast') return true;
    const alike = [...busy].filter((other) => speedOf(other) === speed).length;
    return alike < (speed === 'slow' ? settings.slow_accounts : settings.new_accounts);
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
      left_at: null,
      every: null,
      turn: 0,
      put_off: 0,
      woken_at: Number.NEGATIVE_INFINITY,
    };
    lanes.set(id, fresh);
    // Another process, or the one before this one, may have put people off.
    wanted.add(fresh);
    return fresh;
  }

  /** Milliseconds between one permit that becomes free and the next. */
  function intervalOf(lane: Lane): number {
    if (speedOf(lane) === 'fast') return lane.every ?? lane.took / settings.per_account;
    return lane.last === 'slow' ? Math.max(lane.took, longestOut(lane)) : settings.answer_ms;
  }

  /**
   * The number of steps that may be woken for it: one for its only permit, and no other before that one can have come.
   */
  function permitsFor(lane: Lane): number {
    if (!mayEnter(lane)) return 0;
    if (speedOf(lane) === 'fast') return Math.min(WOKEN_BY_EACH, settings.per_account - lane.out.size);
    return now() < lane.woken_at + settings.patience_ms ? 0 : 1;
  }

  /** Wakes those who wait for the lane; returns whether anybody was woken. */
  async function wakeOf(lane: Lane): Promise<boolean> {
    const permits = wanted.has(lane) ? permitsFor(lane) : 0;
    if (permits === 0) return false;
    const { put_off, woken_at } = lane;
    lane.woken_at = now();
    wanted.delete(lane);
    wanted.add(lane);
    const woken = (await wake?.(lane.account_id, permits)) ?? null;
    if (woken === null || woken === 0) lane.woken_at = woken_at;
    if (woken !== null && woken < permits && lane.put_off === put_off) wanted.delete(lane);
    return woken !== null && woken > 0;
  }

  /**
   * Wakes others when a permit is given back: a slow or new account may have waited for the permit of any other one.
   */
  async function wakeAfter(left: Lane): Promise<void> {
    if (speedOf(left) === 'slow') wanted.add(left);
    if (speedOf(left) === 'fast') await wakeOf(left);
    for (const lane of [...wanted]) {
      if (speedOf(lane) !== 'fast' && (await wakeOf(lane))) return;
    }
  }

  /**
   * Measures how many calls a second there are, where others wait: a call takes its share of all that it needs, of
   * which its answer is a part.
   */
  function noteInterval(lane: Lane): void {
    const at = now();
    if (lane.left_at !== null) {
      const since = Math.min(at - lane.left_at, settings.slow_ms);
      lane.every = lane.every === null ? since : lane.every + (since - lane.every) / 10;
    }
    lane.left_at = lane.waiting.size > 0 ? at : null;
  }

  /** Whether whoever comes now can expect a permit soon enough to wait for it here. */
  function isWorthWaiting(lane: Lane): boolean {
    // Only a call of its own that is answered soon makes room soon.
    if (lane.out.size === 0 || speedOf(lane) === 'slow' || waiting >= settings.waiting) return false;
    if (lane.waiting.size >= settings.waiting_of_one) return false;
    return lane.last === null || (lane.waiting.size + 1) * intervalOf(lane) < settings.queue_ms;
  }

  function wait(lane: Lane): Promise<Permit | null> {
    waiting++;
    const since = now();
    return new Promise((resolve) => {
      const look = (): void => {
        const moves = lane.left_at !== null && now() - lane.left_at < settings.patience_ms;
        if (moves && now() - since < settings.queue_ms) waiter.timer = setTimeout(look, settings.patience_ms);
        else leaveQueue(lane, waiter, null);
      };
      const waiter: Waiter = { take: resolve, timer: setTimeout(look, settings.patience_ms) };
      lane.waiting.add(waiter);
    });
  }

  function take(lane: Lane): Permit {
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
          const wasFast = lane.last === 'fast';
          lane.last = lane.took > settings.slow_ms ? 'slow' : 'fast';
          if (lane.last === 'fast' && !wasFast) lane.turn = 0;
        };
      },
      async leave() {
        if (!lane.out.delete(taken)) return;
        noteInterval(lane);
        if (lane.out.size === 0) busy.delete(lane);
        // It was given back without a call: an account that nobody knows to be slow may be tried.
        lane.last ??= 'fast';
        for (const waiter of lane.waiting) {
          if (!mayEnter(lane)) break;
          leaveQueue(lane, waiter, take(lane));
        }
        await wakeAfter(lane);
      },
    };
  }

  function leaveQueue(lane: Lane, waiter: Waiter, permit: Permit | null): void {
    clearTimeout(waiter.timer);
    lane.waiting.delete(waiter);
    waiting--;
    waiter.take(permit);
  }

  return {
    waiting: () => waiting,

    async enter(id) {
      const lane = laneOf(id);
      if (mayEnter(lane)) return take(lane);
      return isWorthWaiting(lane) ? wait(lane) : null;
    },

    putOff(id) {
      const lane = laneOf(id);
      lane.put_off++;
      const speed = speedOf(lane);
      const answer = { is_woken: speed !== 'fast', is_slow: speed === 'slow' };
      if (answer.is_woken) wanted.add(lane);
      const before = answer.is_woken ? 0 : lane.waiting.size * intervalOf(lane);
      const turn = Math.max(now() + before, lane.turn) + intervalOf(lane);
      // So much earlier that it is here when its turn comes, also where the others are faster than was thought.
      const ahead = answer.is_woken ? 0 : settings.queue_ms / 2;
      const wait = Math.max(SOONEST_MS, turn - now() - ahead);
      if (wait <= LATEST_MS) {
        lane.turn = turn;
        return { ...answer, come_back_ms: wait };
      }
      // Evenly between half of it and all of it, by the golden ratio.
      return { ...answer, come_back_ms: LATEST_MS * (0.5 + ((lane.put_off * 0.618) % 1) / 2) };
    },

    async wakeNext(id) {
      const lane = laneOf(id);
      wanted.add(lane);
      await wakeOf(lane);
    },
  };
}
