import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import type { StatusSnapshot } from '../../src/core/engine/contracts.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import type { Progress } from '../../src/core/engine/progress.ts';
import type { EnrollmentState } from '../../src/core/engine/state.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { taskListing } from '../../src/runtime/store/tasks/list-tasks.ts';
import { ask, type Bench, type EnrolledLead, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';
import { message } from './nodes.ts';

let bench: Bench;
let number = 0;
const { client } = createCountingClient();
const REVIEWED_MESSAGE = { ...message({ text: 'Dear {{ first_name }}', review: true }), id: 'reviewed', next: 'call' };
const CALL: Node = {
  ...{ kind: 'task', id: 'call', text: 'Call them', next: 'end', on_error: { do: 'stop' } },
  // biome-ignore lint/suspicious/noThenProperty: a field of the node
  ...{ then: 'end', else: 'end', has_else: false },
};

/** The progress of the step before, and of the review. */
const EARLIER: Progress = [0, 12, 3];
const LATER: Progress = [0, 20, 5];

beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

/** The walk has come to its review: `EARLIER` is behind it. */
async function underReview(): Promise<{ plan: Plan; ada: EnrolledLead; walk: EnrollmentState }> {
  const plan = await bench.sequence([{ ...VISIT, next: 'reviewed' }, REVIEWED_MESSAGE, CALL], { start: 'visit' });
  const lead = { first_name: 'Ada', profile_url: `https://x.example/in/late-${++number}` };
  const ada = await bench.enroll(plan, lead, { professional: 'acc_anna' });
  const { state: walk } = advance(plan, initialState(plan, ada.id), { type: 'start', at: bench.clock.now() });
  const { perform, settle } = bench.activities(client);
  expect(await perform({ ...ask(ada, 'reviewed'), progress: LATER })).toMatchObject({ status: 'needs_person' });
  await settle(standing(ada, 'reviewed', 'needs_person', [0, 20, 6]));
  return { plan, ada, walk };
}

const standing = (
  { id }: EnrolledLead,
  node: string,
  status: 'active' | 'needs_person',
  progress?: Progress,
): StatusSnapshot => ({
  ...{ enrollment_id: id, node, visit: 1, ...(progress ? { progress } : {}) },
  standing: { status, kind: status === 'active' ? 'time' : 'person', text: node, until: null },
});
const finish = ({ id }: EnrolledLead, progress: Progress): StatusSnapshot => ({
  ...{ enrollment_id: id, node: 'end', visit: 1, progress },
  standing: { status: 'finished', outcome: 'completed' },
});

async function seen({ id }: EnrolledLead) {
  const { rows } = await bench.db.query('select status, node from enrollments where id = $1', [id]);
  const tasks = await readPage(bench.db, taskListing({ enrollment_id: id }), { limit: 10 });
  return { ...rows[0], asks: tasks.map((task) => `${task.node} ${task.status}`) };
}
const REVIEWED = { status: 'needs_person', node: 'reviewed', asks: ['reviewed open'] };

describe('what a worker that was frozen in an earlier step brings late', () => {
  it('is not written over the review that is asked for by now, and does not close it', async () => {
    const { ada } = await underReview();
    const { settle } = bench.activities(client);
    await settle(standing(ada, 'visit', 'active', EARLIER));
    expect(await seen(ada)).toEqual(REVIEWED);
    await settle(standing(ada, 'visit', 'active', [0, 24, 7]));
    expect(await seen(ada)).toEqual({ status: 'active', node: 'visit', asks: ['reviewed withdrawn'] });
  });

  it('is not the end of the enrollment', async () => {
    const { ada } = await underReview();
    const { settle } = bench.activities(client);
    await settle(finish(ada, EARLIER));
    expect(await seen(ada)).toEqual(REVIEWED);
    // A task that is done again has as many events, and may come to its end in fewer inputs.
    await settle(finish(ada, [0, 20, 4]));
    expect(await seen(ada)).toEqual({ status: 'finished', node: 'end', asks: ['reviewed withdrawn'] });
  });

  it('begins no call either, and closes no task', async () => {
    const { ada, walk } = await underReview();
    const answer = await bench
      .activities(client)
      .perform({ ...ask(ada, 'visit'), walk, progress: EARLIER, by_inputs: true });
    expect(answer).toMatchObject({ status: 'deferred' });
    expect(await bench.intent(ada.id)).toBeUndefined();
    expect(await seen(ada)).toEqual(REVIEWED);
  });
});

it('is behind what another try of the same task wrote, which has as many events and inputs and began later', async () => {
  const { ada, walk } = await underReview();
  const { settle } = bench.activities(client);
  const began = Date.parse('2026-03-02T09:00:00Z');
  const tell = (node: string, wall_now: number) =>
    settle({ ...standing(ada, node, 'active', [0, 24, 7]), walk, run_id: 'run_1', wall_now });
  const written = async () => {
    const { rows } = await bench.db.query<{ wall_told_at: Date }>(
      'select wall_told_at from walks where enrollment_id = $1',
      [ada.id],
    );
    return { ...(await seen(ada)), told_at: rows[0]?.wall_told_at.getTime() };
  };
  await tell('call', began + 10_000);
  await tell('visit', began);
  expect(await written()).toMatchObject({ node: 'call', told_at: began + 10_000 });
  await tell('visit', began + 20_000);
  expect(await written()).toMatchObject({ node: 'visit', told_at: began + 20_000 });
});

it('a further run of the walk is heard, though its history begins anew, and so is one of an older version', async () => {
  const { ada } = await underReview();
  const { settle } = bench.activities(client);
  await settle(standing(ada, 'call', 'active', [1, 3, 1]));
  expect(await seen(ada)).toMatchObject({ node: 'call', asks: ['reviewed withdrawn'] });
  await settle(standing(ada, 'visit', 'active'));
  expect(await seen(ada)).toMatchObject({ node: 'visit' });
});
