import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmissions } from '../../activities/create-activities.ts';
import { createPerform } from '../../activities/perform.ts';
import { advance } from '../../src/core/engine/advance.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import type { EnrollmentState } from '../../src/core/engine/state.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { setPausedOf } from '../../src/runtime/store/enrollments/set-paused.ts';
import { stopEnrollments } from '../../src/runtime/store/enrollments/stop-enrollments.ts';
import { insertSlots } from '../../src/runtime/store/slots/save-slot.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { ask, type Bench, type EnrolledLead, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

let bench: Bench;
let number = 0;
const { client } = createCountingClient();
const END: Node = { id: 'end', kind: 'end', outcome: 'completed' };
const PAUSE: Node = {
  id: 'pause',
  kind: 'wait',
  duration: { unit: 'ms', count: 2 * DAY },
  next: 'end',
  on_error: { do: 'stop' },
};

beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

async function enrolled(next: 'end' | 'pause'): Promise<{ plan: Plan; ada: EnrolledLead; walk: EnrollmentState }> {
  const plan = await bench.sequence([{ ...VISIT, next }, PAUSE, END], { start: 'visit' });
  const lead = { first_name: 'Ada', profile_url: `https://x.example/in/settled-${++number}` };
  const ada = await bench.enroll(plan, lead, { professional: 'acc_anna' });
  const { state } = advance(plan, initialState(plan, ada.id), { type: 'start', at: bench.clock.now() });
  return { plan, ada, walk: state };
}

const row = async ({ id }: EnrolledLead) =>
  (await bench.db.query('select status, outcome, node, waiting_kind, until from enrollments where id = $1', [id]))
    .rows[0];

describe('a step that is given the state of its walk', () => {
  it('ends the enrollment with its own result, after its line, and answers the same when it is asked again', async () => {
    const { ada, walk } = await enrolled('end');
    const { perform } = bench.activities(client);
    const answer = await perform({ ...ask(ada, 'visit'), walk, by_inputs: true });
    expect(answer).toMatchObject({ status: 'done', settled: { ended: 'completed' } });
    expect(await row(ada)).toMatchObject({ status: 'finished', outcome: 'completed' });
    expect((await bench.titles(ada.id)).at(-1)).toBe('Ended: completed');
    expect(await perform({ ...ask(ada, 'visit'), walk, by_inputs: true })).toEqual(answer);
  });

  it('closes a task and gives back a slot that an enrollment leaves behind, and records the outcome once', async () => {
    const { ada, walk } = await enrolled('end');
    await bench.account('acc_bea');
    const at = new Date(bench.clock.now() + DAY);
    const perform = bench.activities(client, {}, async (point) => {
      if (point !== 'response_received') return;
      await openTask(bench.db, {
        ...{ id: 'task_left', enrollment_id: ada.id, node: 'visit', visit: 1, kind: 'task', text: 'Call them' },
        ...{ preview: {}, due_at: null, created_at: new Date(bench.clock.now()) },
      });
      const slot = {
        account_id: 'acc_bea',
        limit_class: 'message',
        enrollment_id: ada.id,
        node: 'later',
        visit: 1,
        at,
      };
      const day = { local_day: '2026-03-03', local_week: '2026-03-02', state: 'booked', amount: 1 } as const;
      await insertSlots(bench.db, [{ ...slot, ...day }]);
    }).perform;
    const answer = await perform({ ...ask(ada, 'visit'), walk, by_inputs: true });
    expect(answer).toMatchObject({ status: 'done', settled: { ended: 'completed' } });
    expect(await row(ada)).toMatchObject({ status: 'finished', outcome: 'completed' });
    const { rows } = await bench.db.query(
      `select (select status from tasks where id = 'task_left') as task,
              (select count(*)::int from slots where enrollment_id = $1 and state = 'booked') as booked,
              (select count(*)::int from timeline where enrollment_id = $1 and type = 'visit') as lines`,
      [ada.id],
    );
    expect(rows).toEqual([{ task: 'withdrawn', booked: 0, lines: 1 }]);
  });

  it('writes what the walk waits for, until the very moment that the walk works out', async () => {
    const { plan, ada, walk } = await enrolled('pause');
    const { settled, ...result } = await bench
      .activities(client)
      .perform({ ...ask(ada, 'visit'), walk, by_inputs: true });
    const at = settled?.at ?? 0;
    expect(settled).toEqual({ at });
    expect(await row(ada)).toMatchObject({
      status: 'active',
      node: 'pause',
      waiting_kind: 'time',
      until: new Date(at + 2 * DAY),
    });
    const { command } = advance(plan, walk, { type: 'performed', at, result });
    expect(command).toMatchObject({ do: 'wait', until: at + 2 * DAY });
  });

  it('writes the slot that it is booked for, its line and where it stands, by one statement', async () => {
    const plan = await bench.sequence([{ ...VISIT, next: 'end' }, END], {
      start: 'visit',
      limits: { visit: [{ count: 1, per: 'day' }] },
    });
    const people = [1, 2].map((one) => ({ profile_url: `https://x.example/in/booked-${one}` }));
    const [first, second] = await Promise.all(
      people.map((lead) => bench.enroll(plan, lead, { professional: 'acc_booked' })),
    );
    if (!first || !second) throw new Error('nobody was enrolled');
    await bench.account('acc_booked');
    const asked: string[] = [];
    const deps = bench.deps(client);
    const noted = (db: Queryable): Queryable => ({
      query: (text, values) => {
        asked.push(text);
        return db.query(text, values);
      },
    });
    const perform = createPerform({
      ...deps,
      admissions: createAdmissions({
        ...deps.db,
        transaction: (work) => deps.db.transaction((tx) => work(noted(tx))),
      }),
    });
    await perform(ask(first, 'visit'));
    asked.length = 0;
    const { state: walk } = advance(plan, initialState(plan, second.id), { type: 'start', at: bench.clock.now() });
    const answer = await perform({ ...ask(second, 'visit'), walk, by_inputs: true });
    expect(answer).toMatchObject({ status: 'deferred', kind: 'slot', settled: {} });
    const until = answer.status === 'deferred' ? new Date(answer.until) : null;
    expect(await row(second)).toMatchObject({ status: 'active', node: 'visit', waiting_kind: 'slot', until });
    expect((await bench.titles(second.id)).at(-1)).toMatch(/^Waits for its slot: /);
    const slots = (await bench.slots()).filter(({ enrollment_id }) => enrollment_id === second.id);
    expect(slots).toMatchObject([{ limit_class: 'visit', state: 'booked', at: until }]);
    expect(asked.filter((text) => text.includes('insert into'))).toHaveLength(1);
  });

  it('says nothing of it when it is asked again, for the walk may have heard more meanwhile', async () => {
    const { ada, walk } = await enrolled('pause');
    const { perform } = bench.activities(client);
    const request = { ...ask(ada, 'visit'), walk, by_inputs: true } as const;
    const { settled, ...result } = await perform(request);
    expect(settled).toBeDefined();
    expect(await perform(request)).toEqual(result);
  });

  it('leaves it to a walk that began before walks counted their inputs: it would compare texts', async () => {
    const { ada, walk } = await enrolled('end');
    const answer = await bench.activities(client).perform({ ...ask(ada, 'visit'), walk });
    expect(answer).toMatchObject({ status: 'done' });
    expect(answer).not.toHaveProperty('settled');
    expect(await row(ada)).not.toMatchObject({ status: 'finished' });
  });

  it.each([
    [
      'a stop',
      (id: string) => stopEnrollments(bench.db, { ids: [id], outcome: 'replied', event_id: 'evt_1', at: new Date() }),
    ],
    ['a pause', (id: string) => setPausedOf(bench.db, [id], true)],
  ])('leaves the end to the walk when %s was committed during its call', async (_, say) => {
    const { ada, walk } = await enrolled('end');
    const { perform } = bench.activities(client, {}, async (point) => {
      if (point === 'response_received') await say(ada.id);
    });
    const answer = await perform({ ...ask(ada, 'visit'), walk, by_inputs: true });
    expect(answer).toMatchObject({ status: 'done' });
    expect(answer).not.toHaveProperty('settled');
    expect(await row(ada)).not.toMatchObject({ status: 'finished' });
  });
});
