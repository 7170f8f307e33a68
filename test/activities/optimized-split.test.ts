import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseArm, NEW_EXPERIMENT, sharesNow } from '../../src/core/experiments/optimized-split.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { leastShare } from '../../src/language/plan/nodes/split.ts';
import { splitDraw } from '../../src/language/plan/split-arm.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { ask, type Bench, type EnrolledLead, openBench } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

let bench: Bench;
let number = 0;
const { client } = createCountingClient();

beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

const ARMS = ['long', 'short'] as const;
const splitFor = (optimize: 'accepted' | 'replied' | 'positive'): Node => ({
  ...{ kind: 'split', id: 'split', next: 'end', on_error: { do: 'stop' }, optimize },
  arms: ARMS.map((name) => ({ name, weight: 1, to: 'end' })),
});

const enrolled = async (plan: Awaited<ReturnType<Bench['sequence']>>): Promise<EnrolledLead> =>
  bench.enroll(
    plan,
    { first_name: 'Ada', profile_url: `https://x.example/in/optimized-${++number}` },
    { professional: 'acc_anna' },
  );

interface Choice {
  readonly arm: string;
  readonly shares: Record<string, number>;
  readonly seen: Record<string, { judged: number; successes: number }>;
  readonly look_at: Date | null;
  readonly success: boolean | null;
}
const choiceOf = async ({ id }: EnrolledLead): Promise<Choice | undefined> =>
  (await bench.db.query<Choice & Record<string, unknown>>('select * from arm_choices where enrollment_id = $1', [id]))
    .rows[0];
const experimentOf = async (sequence: string) =>
  (await bench.db.query('select * from experiments where sequence = $1', [sequence])).rows;

/** Writes that the person was contacted so many milliseconds ago, and whether they have replied since. */
async function contacted({ id }: EnrolledLead, ago: number, replied: boolean): Promise<void> {
  const at = new Date(bench.clock.now() - ago);
  await bench.db.query(
    `update arm_choices set at = $2::timestamptz - interval '1 hour', look_at = $2 where enrollment_id = $1`,
    [id, at],
  );
  await bench.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
     values ($1 || '/hello/0', $1, 'hello', 0, 'acc_anna', 'messages', 'send', 'message', 'done', '{}', $2, $2)`,
    [id, at],
  );
  if (replied)
    await bench.db.query('update enrollments set replied_at = $2 where id = $1', [id, new Date(at.getTime() + DAY)]);
}

/** As many others who took the same arm, were contacted then, and did not reply. */
async function fiveHundredLike({ id }: EnrolledLead): Promise<void> {
  await bench.db.query(
    `insert into enrollments (id, sequence, version, digest, senders, status, created_at, started_at)
     select 'enr_race' || n, sequence, version, digest, '{}', 'active', created_at, started_at from enrollments, generate_series(1, 500) n where id = $1`,
    [id],
  );
  await bench.db.query(
    `insert into arm_choices (enrollment_id, node, experiment_id, arm, at, shares, seen, look_at)
     select 'enr_race' || n, node, experiment_id, arm, at, shares, seen, look_at from arm_choices, generate_series(1, 500) n where enrollment_id = $1`,
    [id],
  );
  await bench.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
     select 'enr_race' || n || '/hello/0', 'enr_race' || n, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at
       from intents, generate_series(1, 500) n where enrollment_id = $1`,
    [id],
  );
}

describe('a split with optimize', () => {
  it('gives an arm once, and writes down the shares that held and why', async () => {
    const ada = await enrolled(await bench.sequence([splitFor('replied')]));
    const activities = bench.activities(client);
    const first = await activities.perform(ask(ada, 'split'));
    expect(first).toEqual({ status: 'branch', to: expect.stringMatching(/^(long|short)$/) });
    expect(await activities.perform(ask(ada, 'split'))).toEqual(first);
    const arm = first.status === 'branch' ? first.to : '';
    expect(await bench.titles(ada.id)).toEqual([
      `Takes arm ${arm}: 50 % of new people go there, since nobody is judged yet`,
    ]);
    const { rows } = await bench.db.query<{ detail: { arm: string; shares: Record<string, number> } }>(
      'select detail from timeline where enrollment_id = $1',
      [ada.id],
    );
    expect(rows[0]?.detail.arm).toBe(arm);
    expect(rows[0]?.detail.shares.short).toBeCloseTo(0.5, 6);
    expect(await choiceOf(ada)).toMatchObject({ arm, look_at: expect.any(Date), success: null });
  });

  it('gives fifty who come at once each one arm, by what was recorded with it, in one experiment', async () => {
    const plan = await bench.sequence([splitFor('replied')]);
    const before = await Promise.all(Array.from({ length: 20 }, () => enrolled(plan)));
    const activities = bench.activities(client);
    for (const one of before) await activities.perform(ask(one, 'split'));
    for (const [n, one] of before.entries()) await contacted(one, 15 * DAY, n % 3 === 0);
    // More than one assignment judges on its way: who comes next goes on where it ended.
    await fiveHundredLike(before[1] as EnrolledLead);
    const people = await Promise.all(Array.from({ length: 50 }, () => enrolled(plan)));
    // Each is asked twice at once, as after a worker was lost.
    const answers = await Promise.all(
      people.flatMap((one) => [one, one].map((again) => activities.perform(ask(again, 'split')))),
    );
    const [experiment, ...others] = await experimentOf(plan.sequence);
    expect(others).toEqual([]);
    const judged = Object.values(experiment?.tallies as Choice['seen']).reduce((sum, tally) => sum + tally.judged, 0);
    expect(judged).toBe(520);
    const totals: number[] = [];
    for (const [n, one] of people.entries()) {
      const choice = await choiceOf(one);
      expect(answers[2 * n]).toEqual({ status: 'branch', to: choice?.arm });
      expect(answers[2 * n + 1]).toEqual(answers[2 * n]);
      totals.push(Object.values(choice?.seen ?? {}).reduce((sum, tally) => sum + tally.judged, 0));
      const state = { ...NEW_EXPERIMENT, tallies: choice?.seen ?? {} };
      const shares = sharesNow(state, ARMS, leastShare(2));
      expect(choice?.shares).toEqual(shares);
      const draw = (seed: string) => splitDraw({ sequence: plan.sequence, node: 'split', seed }, one.lead_id);
      expect(chooseArm(state, { arms: ARMS, shares, draw }).arm).toBe(choice?.arm);
      expect(await bench.titles(one.id)).toHaveLength(1);
    }
    // One after the other: only the first of them saw five hundred.
    expect(totals.sort((x, y) => x - y)).toEqual([500, ...Array(49).fill(520)]);
  });

  it('counts nobody as silent whose two weeks are not over, and nobody twice', async () => {
    const plan = await bench.sequence([splitFor('replied')]);
    const people = await Promise.all(Array.from({ length: 3 }, () => enrolled(plan)));
    const activities = bench.activities(client);
    for (const one of people) await activities.perform(ask(one, 'split'));
    const [over, open, never] = people as [EnrolledLead, EnrolledLead, EnrolledLead];
    await contacted(over, 15 * DAY, true);
    await contacted(open, 13 * DAY, true);
    await bench.db.query(`update arm_choices set look_at = at where enrollment_id = $1`, [never.id]);
    await bench.db.query(
      `update enrollments set status = 'finished', outcome = 'stopped', finished_at = now() where id = $1`,
      [never.id],
    );
    for (let n = 0; n < 2; n++) await activities.perform(ask(await enrolled(plan), 'split'));
    expect((await choiceOf(over))?.success).toBe(true);
    expect(await choiceOf(open)).toMatchObject({ success: null, look_at: expect.any(Date) });
    expect(await choiceOf(never)).toMatchObject({ success: null, look_at: null });
    const [experiment] = await experimentOf(plan.sequence);
    expect(experiment?.tallies).toEqual({ [(await choiceOf(over))?.arm ?? '']: { judged: 1, successes: 1 } });
  });

  it('sends everybody to the arm that is proven better, and judges nobody any more', async () => {
    const plan = await bench.sequence([splitFor('replied')]);
    const activities = bench.activities(client);
    const people = await Promise.all(Array.from({ length: 60 }, () => enrolled(plan)));
    for (const one of people) await activities.perform(ask(one, 'split'));
    for (const one of people) await contacted(one, 15 * DAY, (await choiceOf(one))?.arm === 'short');
    const after = await Promise.all(Array.from({ length: 12 }, () => enrolled(plan)));
    for (const one of after)
      expect(await activities.perform(ask(one, 'split'))).toEqual({ status: 'branch', to: 'short' });
    const [experiment] = await experimentOf(plan.sequence);
    expect(experiment).toMatchObject({ winner: 'short', decided_at: expect.any(Date) });
    expect(await choiceOf(after[0] as EnrolledLead)).toMatchObject({ shares: { long: 0, short: 1 }, look_at: null });
    expect(await bench.titles((after[0] as EnrolledLead).id)).toEqual([
      'Takes arm short: all new people go there, since it is proven better',
    ]);
  });

  it('begins anew where another thing is asked, and leaves a split without optimize alone', async () => {
    const plan = await bench.sequence([splitFor('replied')]);
    const activities = bench.activities(client);
    await activities.perform(ask(await enrolled(plan), 'split'));
    const other = await bench.sequence([splitFor('accepted')], { sequence: plan.sequence });
    await activities.perform(ask(await enrolled(other), 'split'));
    expect((await experimentOf(plan.sequence)).map(({ metric }) => metric)).toEqual(['replied', 'accepted']);
    const { optimize: _, ...plain } = splitFor('replied') as Extract<Node, { kind: 'split' }>;
    const fixed = await bench.sequence([plain]);
    await activities.perform(ask(await enrolled(fixed), 'split'));
    expect(await experimentOf(fixed.sequence)).toEqual([]);
  });

  it('gives nobody an arm who has said no', async () => {
    const plan = await bench.sequence([splitFor('replied')]);
    const ada = await enrolled(plan);
    await bench.db.query(
      `update enrollments set stop_outcome = 'replied', stop_event_id = 'e', stopped_at = now() where id = $1`,
      [ada.id],
    );
    expect(await bench.activities(client).perform(ask(ada, 'split'))).toEqual({
      status: 'stopped',
      outcome: 'replied',
    });
    expect(await choiceOf(ada)).toBeUndefined();
  });
});
