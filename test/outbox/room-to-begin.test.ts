import { expect, it } from 'vitest';
import { dispatchOutbox, startOutboxDispatcher } from '../../src/runtime/outbox/dispatch-outbox.ts';
import { createRoomToBegin } from '../../src/runtime/outbox/room-to-begin.ts';
import { addToOutbox } from '../../src/runtime/store/outbox/add-to-outbox.ts';
import { ada, addSequence, openBench } from '../enroll/fixtures.ts';
import { enrolled } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';

it('lets people begin until as many as make a crowd wait or have not come yet', () => {
  let waiting = 0;
  let now = 1_000;
  const room = createRoomToBegin(
    () => waiting,
    () => now,
  );
  const ids = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}_${n}`);
  expect([room.take(30), room.take(30), room.left()]).toEqual([30, 10, 0]);
  room.settle(30, ids(25, 'a'));
  room.settle(10, []);
  expect(room.left()).toBe(15);
  for (const id of ids(20, 'a')) room.came(id);
  waiting = 20;
  expect(room.take(40)).toBe(15);
  room.settle(15, []);
  waiting = 300;
  expect(room.take(40)).toBe(0);
  waiting = 0;
  expect(room.left()).toBe(35);
  // The others have come elsewhere.
  now += 5_000;
  expect(room.left()).toBe(40);
});

it('lets one begin each tenth of a second whatever waits, since the crowd may be of an account that answers slowly', () => {
  let now = 1_000;
  const room = createRoomToBegin(
    () => 120,
    () => now,
  );
  expect([room.take(40), room.take(40)]).toEqual([1, 0]);
  room.settle(1, ['a']);
  expect(room.left()).toBe(0);
  now += 100;
  expect(room.take(40)).toBe(1);
  // Nobody was there to begin, so the next one need not wait.
  room.settle(1, []);
  expect(room.left()).toBe(1);
});

it('lets as many more begin as others of the same queue take of them', () => {
  let now = 1_000;
  const room = createRoomToBegin(
    () => 0,
    () => now,
  );
  let let_in = 0;
  for (let second = 0; second < 60; second++) {
    for (let look = 0; look < 10; look++) {
      const ids = Array.from({ length: room.take(40) }, (_, n) => `${now}_${n}`);
      room.settle(ids.length, ids);
      // One of four comes here, at once.
      for (const [n, id] of ids.entries()) if (n % 4 === 0) room.came(id);
      if (second >= 30) let_in += ids.length;
      now += 100;
    }
  }
  // All that come here are done at once, so some tens begin each second, where 40 in five seconds would if all of them counted.
  expect(let_in / 30).toBeGreaterThan(30);
});

it('keeps people in the outbox while there is no room for them, and holds back no signal to others', async () => {
  const bench = await openBench();
  try {
    await addSequence(bench.db, 'hello');
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(await enrolled(bench, ada({ profile_url: `p-${n}` })));
    const [first = '', second, third, fourth] = ids;
    const sent: string[] = [];
    const tell = async (what: string): Promise<'delivered'> => {
      sent.push(what);
      return 'delivered';
    };
    const begun: unknown[] = [];
    let free = 1;
    const deps = {
      ...bench,
      room: {
        left: () => free,
        take: (most: number) => Math.min(most, free),
        settle: (...given: unknown[]) => void begun.push(given),
      },
      onError: () => undefined,
      workflows: {
        startEnrollment: ({ enrollment_id }: { enrollment_id: string }) => tell(`start ${enrollment_id}`),
        startCampaign: (id: string) => tell(`campaign ${id}`),
        signalEnrollment: (id: string) => tell(`signal ${id}`),
        moveEnrollment: (id: string) => tell(`move ${id}`),
      },
    };
    expect(await dispatchOutbox(deps)).toBe(1);
    free = 0;
    const signal = { kind: 'signal_enrollment' as const, target_id: first, payload: { id: 'e', type: 'pause' } };
    await addToOutbox(bench.db, signal, new Date());
    expect(await dispatchOutbox(deps)).toBe(1);
    expect(await dispatchOutbox(deps)).toBe(0);
    expect(sent).toEqual([`start ${first}`, `signal ${first}`]);
    free = 40;
    begun.length = 0;
    expect(await dispatchOutbox(deps)).toBe(3);
    expect(sent.slice(2)).toEqual([second, third, fourth].map((id) => `start ${id}`));
    expect(begun).toEqual([[40, [second, third, fourth]]]);
  } finally {
    await bench.close();
  }
});

it('looks again while people are held back, for nobody says when there is room', async () => {
  const bench = await openBench();
  await addSequence(bench.db, 'hello');
  const started: string[] = [];
  let looks = 0;
  let hasRoom = false;
  const loop = startOutboxDispatcher({
    ...bench,
    idle_ms: 3_600_000,
    room: {
      left() {
        looks += 1;
        return hasRoom ? 40 : 0;
      },
      take: (most) => (hasRoom ? most : 0),
      settle: () => undefined,
    },
    onError: () => undefined,
    workflows: {
      startEnrollment: async ({ enrollment_id }) => {
        started.push(enrollment_id);
        return 'delivered';
      },
      startCampaign: async () => 'delivered',
      signalEnrollment: async () => 'delivered',
      moveEnrollment: async () => 'delivered',
    },
  });
  try {
    const id = await enrolled(bench, ada());
    const before = looks;
    loop.wake();
    await eventually(() => expect(looks).toBeGreaterThan(before));
    hasRoom = true;
    await eventually(() => expect(started).toEqual([id]));
  } finally {
    await loop.stop();
    await bench.close();
  }
});
