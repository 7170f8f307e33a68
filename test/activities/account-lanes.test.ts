import { describe, expect, it, vi } from 'vitest';
import { type AccountLanes, createAccountLanes, type Permit } from '../../activities/call/account-lanes.ts';
import { LANES, type LaneSettings } from '../../activities/call/lane-settings.ts';
import { STEPS_AT_ONCE } from '../../src/runtime/temporal/worker.ts';

/** Begins the permit's call; the returned function answers it. */
function begun(place: Permit | null): (() => Promise<void>) | null {
  if (place === null) return null;
  const answered = place.begin();
  return async () => {
    answered();
    await place.leave();
  };
}

const out = async (lanes: AccountLanes, id: string) => begun(await lanes.enter(id));

/** Lanes with a clock of their own, of which `known` accounts have answered fast. */
async function lanesOf(settings: Partial<LaneSettings>, known: readonly string[] = []) {
  const clock = { now: 0 };
  const woken: string[] = [];
  const queue = new Map<string, number>();
  const lanes = createAccountLanes({
    settings: { patience_ms: 60_000, ...settings },
    now: () => clock.now,
    wake: async (id, most) => {
      const count = Math.min(most, queue.get(id) ?? 0);
      queue.set(id, (queue.get(id) ?? 0) - count);
      woken.push(...Array.from({ length: count }, () => id));
      return count;
    },
  });
  for (const id of known) await (await out(lanes, id))?.();
  /** As a step that finds no place. */
  const putOff = (id: string) => {
    const { come_back_ms, is_woken } = lanes.putOff(id);
    if (is_woken) queue.set(id, (queue.get(id) ?? 0) + 1);
    return come_back_ms;
  };
  return { lanes, clock, woken, putOff };
}

/** How many of `count` calls find a place at once. */
async function placesOf(lanes: AccountLanes, ids: readonly string[], count: number): Promise<(() => Promise<void>)[]> {
  const found: (() => Promise<void>)[] = [];
  for (let n = 0; n < count; n++) {
    for (const id of ids) {
      const call = begun(await Promise.race([lanes.enter(id), Promise.resolve(null)]));
      if (call) found.push(call);
    }
  }
  return found;
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);

describe('the calls of an account', () => {
  it('are so many at most, each free permit goes to who waits longest, and those of others are not counted', async () => {
    const { lanes } = await lanesOf({ per_account: 2 }, ['a', 'b']);
    const [first, second] = [await out(lanes, 'a'), await out(lanes, 'a')];
    const order: string[] = [];
    const third = out(lanes, 'a').then((leave) => order.push('third') && leave);
    const fourth = out(lanes, 'a').then((leave) => order.push('fourth') && leave);
    expect(await out(lanes, 'b')).not.toBeNull();
    expect(order).toEqual([]);
    await first?.();
    await first?.();
    await third;
    expect(order).toEqual(['third']);
    await second?.();
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
  });

  it('find no permit when none comes free, and one again when it does', async () => {
    const { lanes } = await lanesOf({ per_account: 1, patience_ms: 5 });
    const leave = await out(lanes, 'a');
    expect(await out(lanes, 'a')).toBeNull();
    await leave?.();
    expect(await out(lanes, 'a')).not.toBeNull();
  });

  it('go out one at a time until it has answered, and let those who wait go out then', async () => {
    const { lanes } = await lanesOf({ per_account: 8 });
    const first = await out(lanes, 'a');
    const others = Array.from({ length: 9 }, () => out(lanes, 'a'));
    let inside = 0;
    for (const other of others) void other.then(() => inside++);
    await first?.();
    await Promise.all(others.slice(0, 8));
    expect(inside).toBe(8);
  });

  it('go out one at a time while it is slow, without anybody who waits here for it, until it answers soon', async () => {
    const { lanes, clock } = await lanesOf({ slow_ms: 1000, patience_ms: 5 }, ['a']);
    const late = await out(lanes, 'a');
    clock.now += 2000;
    expect(await out(lanes, 'a')).toBeNull();
    await late?.();
    const probe = await out(lanes, 'a');
    expect(probe).not.toBeNull();
    expect(await out(lanes, 'a')).toBeNull();
    await probe?.();
    expect(await placesOf(lanes, ['a'], 8)).toHaveLength(8);
  });
});

describe('an account', () => {
  it('is judged by how long the service takes, not by what we do before and after its call', async () => {
    const { lanes, clock } = await lanesOf({ slow_ms: 1000, patience_ms: 5 }, ['a']);
    const place = await lanes.enter('a');
    // A busy database.
    clock.now += 5000;
    const others = await placesOf(lanes, ['a'], 7);
    expect(others).toHaveLength(7);
    for (const leave of others) await leave();
    const answered = place?.begin();
    clock.now += 500;
    answered?.();
    clock.now += 5000;
    await place?.leave();
    expect(await out(lanes, 'a')).not.toBeNull();

    const late = (await lanes.enter('b'))?.begin();
    clock.now += 5000;
    await late?.();
    expect(await placesOf(lanes, ['b'], 8)).toHaveLength(0);
  });
});

describe('a call that finds no free permit', () => {
  it('gets its turn by how fast calls are answered, within an hour', async () => {
    const { lanes, clock, putOff } = await lanesOf({ slow_ms: 1000 }, ['a']);
    const first = await out(lanes, 'a');
    clock.now += 25_000;
    await first?.();
    await out(lanes, 'a');
    expect([putOff('a'), putOff('a'), putOff('a')]).toEqual([25_000, 50_000, 75_000]);
    const many = Array.from({ length: 441 }, () => putOff('a')).slice(141);
    expect(Math.min(...many)).toBeGreaterThanOrEqual(1_800_000);
    expect(Math.max(...many)).toBeLessThanOrEqual(3_600_000);
    // Not all at once: each tenth of the time sees about as many.
    const within = many.filter((ms) => ms < 1_980_000).length;
    expect(within).toBeGreaterThan(20);
    expect(within).toBeLessThan(40);
  });

  it('gets a turn at which the calls before it have been given up, as long as nothing is known of the account', async () => {
    const { lanes, clock, putOff } = await lanesOf({ answer_ms: 30_000 });
    await out(lanes, 'a');
    expect([putOff('a'), putOff('a')]).toEqual([30_000, 60_000]);
    clock.now += 5_000;
    expect(putOff('a')).toBe(85_000);
  });

  it('comes back soon where calls are answered soon, without being woken', async () => {
    const { lanes, putOff } = await lanesOf({ slow_ms: 1000 }, ['a']);
    expect(Array.from({ length: 50 }, () => putOff('a'))).toEqual(Array(50).fill(1000));
    expect(lanes.putOff('a')).toMatchObject({ is_woken: false, is_slow: false });
  });
});

describe('who waits for a busy account', () => {
  /** One call at a time, each of which gives its permit back a second after the one before. */
  async function busyLane() {
    const made = await lanesOf({ per_account: 1, patience_ms: 1000, queue_ms: 4000 }, ['a']);
    const first = await out(made.lanes, 'a');
    const waiting = Array.from({ length: 4 }, () => out(made.lanes, 'a'));
    await first?.();
    for (let n = 0; n < 2; n++) {
      made.clock.now += 1000;
      await (await waiting[n])?.();
    }
    await waiting[2];
    return { ...made, last: waiting[3] };
  }

  it('waits on as long as permits become free, and gives up when none does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { clock, last } = await busyLane();
      let answer: unknown = 'waits';
      void last?.then((permit) => {
        answer = permit;
      });
      clock.now += 900;
      await vi.advanceTimersByTimeAsync(1000);
      expect(answer).toBe('waits');
      clock.now += 1000;
      await vi.advanceTimersByTimeAsync(1000);
      expect(answer).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not begin to wait where their turn would come too late, and comes back shortly before it', async () => {
    const { lanes, putOff } = await busyLane();
    // One waits already, and a fourth would have to wait for four seconds.
    void out(lanes, 'a');
    void out(lanes, 'a');
    expect(await out(lanes, 'a')).toBeNull();
    expect([putOff('a'), putOff('a'), putOff('a')]).toEqual([2000, 3000, 4000]);
  });

  it('leaves permits to those who wait for others', async () => {
    const { lanes } = await lanesOf({ per_account: 1, waiting: 3, waiting_of_one: 2 }, ['a', 'b']);
    await placesOf(lanes, ['a', 'b'], 1);
    for (let n = 0; n < 3; n++) void out(lanes, 'a');
    let waits = true;
    void out(lanes, 'b').then(() => {
      waits = false;
    });
    for (let n = 0; n < 10; n++) await Promise.resolve();
    expect(waits).toBe(true);
  });
});

describe('who was put off', () => {
  it('is woken one at a time as calls of a slow account are answered, and ever more when it answers fast again', async () => {
    const { lanes, clock, woken, putOff } = await lanesOf({ slow_ms: 1000, per_account: 4, patience_ms: 500 }, ['a']);
    let call = await out(lanes, 'a');
    clock.now += 25_000;
    for (let n = 0; n < 9; n++) putOff('a');
    for (let answered = 1; answered <= 3; answered++) {
      await call?.();
      expect(woken).toHaveLength(answered);
      call = await out(lanes, 'a');
      clock.now += 25_000;
    }
    await call?.();
    expect(woken).toHaveLength(4);
    await (await out(lanes, 'a'))?.();
    expect(woken).toHaveLength(6);
    const calls = [await out(lanes, 'a'), await out(lanes, 'a')];
    await calls[0]?.();
    await calls[1]?.();
    expect(woken).toHaveLength(9);
  });

  it('is woken when the first call of an account turns out to be answered fast', async () => {
    const { lanes, woken, putOff } = await lanesOf({});
    const first = await out(lanes, 'a');
    for (let n = 0; n < 3; n++) putOff('a');
    await lanes.wakeNext('a');
    expect(woken).toEqual([]);
    await first?.();
    expect(woken).toHaveLength(2);
  });

  it('is woken at once where the permit came free before it was written who waits', async () => {
    const { lanes, clock, woken, putOff } = await lanesOf({ slow_ms: 1000, patience_ms: 500 }, ['a']);
    const late = await out(lanes, 'a');
    clock.now += 2000;
    await late?.();
    putOff('a');
    await lanes.wakeNext('a');
    expect(woken).toEqual(['a']);
    putOff('a');
    await lanes.wakeNext('a');
    // The first one is on its way to the only place.
    expect(woken).toEqual(['a']);
  });

  it('is woken when a permit of all slow accounts comes free, each account in its turn', async () => {
    const bounds = { slow_ms: 1000, slow_accounts: 1, patience_ms: 500 };
    const { lanes, clock, woken, putOff } = await lanesOf(bounds, ['a', 'b', 'c']);
    const burst = await placesOf(lanes, ['a', 'b', 'c'], 1);
    clock.now += 2000;
    for (const leave of burst) await leave();
    for (let round = 0; round < 2; round++) for (const id of ['a', 'b', 'c']) putOff(id);
    let call = await out(lanes, 'a');
    for (let n = 0; n < 4; n++) {
      clock.now += 2000;
      await call?.();
      call = await out(lanes, woken.at(-1) ?? '');
      expect(call).not.toBeNull();
    }
    expect(new Set(woken.slice(0, 3))).toEqual(new Set(['a', 'b', 'c']));
  });
});

describe('the calls of many accounts that are not answered', () => {
  it('leave permits to those that answer, however many accounts and steps there are', async () => {
    const well = names('well', 20);
    const sick = names('sick', 100);
    const { lanes, clock } = await lanesOf({}, [...well, ...sick]);
    for (let round = 0; round < 50; round++) {
      await placesOf(lanes, sick, 8);
      clock.now += 1000;
    }
    for (const id of well) expect(await out(lanes, id)).not.toBeNull();
  });

  it('are bounded together: slow accounts, accounts not known yet, and further calls of accounts that were well', async () => {
    const bounds = { slow_ms: 1000, slow_accounts: 4, new_accounts: 3, further_calls: 5, waiting: 0 };
    const sick = names('sick', 9);
    const { lanes, clock } = await lanesOf(bounds, [...sick, 'well']);
    const burst = await placesOf(lanes, sick, 8);
    expect(burst).toHaveLength(9 + 5);
    const begun = await placesOf(lanes, names('new', 9), 8);
    expect(begun).toHaveLength(3);
    for (const leave of begun) await leave();
    clock.now += 2000;
    for (const leave of burst) await leave();
    expect(await placesOf(lanes, sick, 8)).toHaveLength(4);
    expect(await placesOf(lanes, names('newer', 9), 8)).toHaveLength(3);
    expect(await placesOf(lanes, ['well'], 5)).toHaveLength(5);
  });

  it('keep so few waiting for them that as many again may wait for others', async () => {
    const { lanes } = await lanesOf({ per_account: 1, waiting: 2, patience_ms: 60_000 }, ['a']);
    await out(lanes, 'a');
    void out(lanes, 'a');
    void out(lanes, 'a');
    expect(await out(lanes, 'a')).toBeNull();
  });

  it('use fewer slots together than a worker has', () => {
    const { slow_accounts, new_accounts, further_calls, waiting } = LANES;
    expect(slow_accounts + new_accounts + further_calls + waiting).toBeLessThan(STEPS_AT_ONCE - 20);
  });
});
