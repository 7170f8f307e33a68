import { expect, it } from 'vitest';
import { dispatchOutbox, startOutboxDispatcher } from '../../src/runtime/outbox/dispatch-outbox.ts';
import { createRoomToBegin } from '../../src/runtime/outbox/room-to-begin.ts';
import { addToOutbox } from '../../src/runtime/store/outbox/add-to-outbox.ts';
import { ada, addSequence, openBench } from '../enroll/fixtures.ts';
import { enrolled } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';

it('lets people begin until as many as make a crowd wait or are on their way', () => {
  let waiting = 0;
  let now = 1_000;
  let trickle = 0;
  const room = createRoomToBegin(() => waiting, {
    now: () => now,
    trickle: { take: () => trickle, giveBack: () => undefined },
  });
  expect([room.take(40), room.take(40), room.take(40)]).toEqual([40, 40, 0]);
  room.giveBack(10);
  expect(room.take(40)).toBe(10);
  // They have come by then, and some of them wait.
  now += 500;
  waiting = 65;
  expect([room.take(40), room.take(40)]).toEqual([15, 0]);
  waiting = 300;
  now += 500;
  expect(room.take(40)).toBe(0);
  // Some always begin, since those who wait may be of an account that answers slowly.
  trickle = 2;
  expect([room.take(40), room.take(1)]).toEqual([2, 1]);
  now += 500;
  waiting = 0;
  expect(room.take(40)).toBe(40);
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
    const given: number[] = [];
    let free = 1;
    const deps = {
      ...bench,
      room: { take: (most: number) => Math.min(most, free), giveBack: (count: number) => void given.push(count) },
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
    given.length = 0;
    expect(await dispatchOutbox(deps)).toBe(3);
    expect(sent.slice(2)).toEqual([second, third, fourth].map((id) => `start ${id}`));
    expect(given).toEqual([37]);
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
      take(most) {
        looks += 1;
        return hasRoom ? most : 0;
      },
      giveBack: () => undefined,
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
