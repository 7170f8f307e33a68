import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteAbsence, noteReply } from '../../src/runtime/store/events/note-reaction.ts';
import { markUnclear } from '../../src/runtime/store/tasks/unclear-reply.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { ask, type Bench, INVITE, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

let bench: Bench;
let number = 0;
const { client, calls } = createCountingClient();

beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

const enrolled = async (more = {}) => {
  const plan = await bench.sequence([VISIT, INVITE], more);
  const lead = { first_name: 'Ada', profile_url: `https://x.example/in/ada-${++number}`, timezone: 'Europe/Paris' };
  return bench.enroll(plan, lead, { professional: 'acc_anna' });
};
const slotsOf = async (id: string) => (await bench.slots()).filter(({ enrollment_id }) => enrollment_id === id);

describe('while the lead is out of office', () => {
  it('sends wait for the return, and what reaches nobody goes on', async () => {
    const ada = await enrolled();
    const back = Math.ceil((bench.clock.now() + 4 * DAY) / DAY) * DAY - HOUR;
    await noteAbsence(bench.db, ada.id, new Date(back));
    const activities = bench.activities(client);
    expect(await activities.perform(ask(ada, 'visit'))).toEqual({ status: 'done' });
    const waits = await activities.perform(ask(ada, 'invite'));
    expect(waits).toEqual({
      status: 'deferred',
      until: back,
      kind: 'time',
      text: 'Out of office',
    });
    const { rows } = await bench.db.query(
      `select title, detail from timeline where enrollment_id = $1 and type = 'waiting'`,
      [ada.id],
    );
    expect(rows).toEqual([{ title: 'Waits: out of office', detail: { until: new Date(back).toISOString() } }]);
    bench.travel(back);
    expect(await activities.perform(ask(ada, 'invite', 1))).toMatchObject({ status: 'done' });
    expect(calls.map(({ action }) => action)).toEqual(['visit', 'invite']);
  });

  it('a booked slot is given back, to those who wait for it', async () => {
    const schedule = {
      timezone: 'Europe/Paris',
      fallback_timezone: 'Europe/Paris',
      hours: Array.from({ length: 7 }, () => [{ from: 9 * 60, to: 18 * 60 }]),
      spacing: null,
    };
    bench.travel(Math.ceil(bench.clock.now() / DAY) * DAY + 21 * HOUR);
    const ada = await enrolled({ schedule });
    const activities = bench.activities(client);
    const booked = await activities.perform(ask(ada, 'invite'));
    expect(booked).toMatchObject({ status: 'deferred', kind: 'slot' });
    expect(await slotsOf(ada.id)).toHaveLength(1);
    await noteAbsence(bench.db, ada.id, new Date(bench.clock.now() + 10 * DAY));
    expect(await activities.perform(ask(ada, 'invite', 1))).toMatchObject({ status: 'deferred', kind: 'time' });
    expect(await slotsOf(ada.id)).toEqual([]);
    await noteReply(bench.db, { enrollment_id: ada.id, at: new Date(bench.clock.now()) });
    await bench.db.query('update enrollments set replied_at = null where id = $1', [ada.id]);
    expect(await activities.perform(ask(ada, 'invite', 2))).toMatchObject({ status: 'deferred', kind: 'slot' });
  });

  it('gives a booked slot back to one of those who wait for it, however many they are', async () => {
    await bench.account('acc_cara');
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 1, per: 'day' }] } });
    const activities = bench.activities(client);
    const people = [];
    for (const name of ['ada', 'ben', 'cleo', 'dan', 'eve']) {
      const lead = { first_name: name, profile_url: `https://x.example/in/full-${name}` };
      people.push(await bench.enroll(plan, lead, { professional: 'acc_cara' }));
    }
    for (const one of people) await activities.perform(ask(one, 'invite'));
    const [, ben] = people;
    if (!ben) throw new Error('five people were enrolled');
    await noteAbsence(bench.db, ben.id, new Date(bench.clock.now() + 10 * DAY));
    expect(await activities.perform(ask(ben, 'invite', 1))).toMatchObject({ status: 'deferred', kind: 'time' });
    const days = (await Promise.all(people.map(({ id }) => slotsOf(id)))).flat().map(({ day }) => day);
    expect(days).toHaveLength(4);
    expect(new Set(days).size).toBe(4);
  });
});

describe('while a person has to say what a mail of theirs means', () => {
  it('sends wait for that, and what reaches nobody goes on', async () => {
    const ada = await enrolled();
    await markUnclear(bench.db, [ada.id], new Date(bench.clock.now()));
    const activities = bench.activities(client);
    const made = calls.length;
    expect(await activities.perform(ask(ada, 'visit'))).toEqual({ status: 'done' });
    expect(await activities.perform(ask(ada, 'invite'))).toEqual({
      ...{ status: 'deferred', kind: 'person', until: expect.any(Number) },
      text: 'Waits until a person has said whether a mail of theirs is an answer',
    });
    expect(calls.slice(made).map(({ action }) => action)).toEqual(['visit']);
    await bench.db.query('update enrollments set unclear_since = null where id = $1', [ada.id]);
    expect(await activities.perform(ask(ada, 'invite', 1))).toMatchObject({ status: 'done' });
  });
});
