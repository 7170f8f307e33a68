// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { stopEnrollments } from '../../src/runtime/store/enrollments/stop-enrollments.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { decideQuestion } from '../../src/runtime/store/tasks/decide-task.ts';
import { readTask, taskListing } from '../../src/runtime/store/tasks/list-tasks.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { ask, type Bench, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

let bench: Bench;
let number = 0;
const { client } = createCountingClient();

beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

const common = { on_error: { do: 'stop' }, next: 'end' } as const;
const SET: Node = {
  ...common,
  kind: 'set',
  id: 'set',
  vars: { greeting: 'Dear {{ first_name }}', rounds: 2 },
  tags: ['warm', '{{ company }}'],
};
const SPLIT: Node = {
  ...common,
  kind: 'split',
  id: 'split',
  arms: [
    { name: 'a', weight: 1, to: 'end' },
    { name: 'b', weight: 1, to: 'end' },
  ],
};
const TASK: Node = {
  ...common,
  kind: 'task',
  id: 'call',
  text: 'Call {{ first_name }}',
  assignee: 'anna',
  within: 2 * DAY,
  then: 'end',
  else: 'end',
  has_else: true,
};

const enrolled = async (nodes: readonly Node[], lead: Record<string, string> = {}, vars: Plan['vars'] = {}) => {
  const plan = await bench.sequence(nodes, { vars });
  const person = { first_name: 'Ada', company: 'Acme', profile_url: `https://x.example/in/ada-${++number}`, ...lead };
  return bench.enroll(plan, person, { professional: 'acc_anna' });
};
const one = async (table: string, id: string) =>
  (await bench.db.query(`select * from ${table} where id = $1`, [id])).rows[0] ?? {};
const tasksOf = (enrollment_id: string) => readPage(bench.db, taskListing({ enrollment_id }), { limit: 10 });

describe('if', () => {
  it('takes a value that was written down under another plan for what the default declares, or does not count it', async () => {
    const IF: Node = {
      ...{ kind: 'if', id: 'if', next: 'end', on_error: { do: 'stop' } },
      ...{ test: 'vars.score > 5', then: 'end', else: 'end' },
    };
    const ada = await enrolled([IF], {}, { score: 0 });
    const activities = bench.activities(client);
    for (const [visit, [score, to]] of [
      ['10', 'then'],
      ['ten', 'else'],
    ].entries()) {
      await bench.db.query('update enrollments set vars = $2 where id = $1', [ada.id, { score }]);
      expect(await activities.perform(ask(ada, 'if', 0, visit + 1))).toMatchObject({ status: 'branch', to });
    }
  });

  it('reads what people of ours have labeled the answer', async () => {
    const IF: Node = {
      ...{ kind: 'if', id: 'if', next: 'end', on_error: { do: 'stop' } },
      ...{ test: 'state.label == "interested"', then: 'end', else: 'end' },
    };
    const ada = await enrolled([IF]);
    const activities = bench.activities(client);
    expect(await activities.perform(ask(ada, 'if'))).toMatchObject({ status: 'branch', to: 'else' });
    await bench.db.query(`update enrollments set label = 'interested', labeled_at = now() where id = $1`, [ada.id]);
    expect(await activities.perform(ask(ada, 'if', 0, 2))).toMatchObject({ status: 'branch', to: 'then' });
  });
});

describe('set', () => {
  it('writes rendered variables to the enrollment and tags to the lead, once', async () => {
    const ada = await enrolled([SET]);
    const activities = bench.activities(client);
    expect(await activities.perform(ask(ada, 'set'))).toEqual({ status: 'done' });
    expect(await activities.perform(ask(ada, 'set'))).toEqual({ status: 'done' });
    expect(await one('enrollments', ada.id)).toMatchObject({ vars: { greeting: 'Dear Ada', rounds: 2 } });
    expect(await one('leads', ada.lead_id)).toMatchObject({ tags: ['warm', 'Acme'] });
    expect(await bench.titles(ada.id)).toEqual(['Sets greeting to Dear Ada, rounds to 2; Tags the lead warm, Acme']);
  });

  it('does not build twice on its own value when it is asked again after a crash', async () => {
    const ada = await enrolled([{ ...SET, vars: { trail: "{{ trail | default: '' }}x" }, tags: [] } as Node]);
    const activities = bench.activities(client);
    await activities.perform(ask(ada, 'set'));
    await activities.perform(ask(ada, 'set'));
    expect(await one('enrollments', ada.id)).toMatchObject({ vars: { trail: 'x' } });
    await activities.perform(ask(ada, 'set', 0, 2));
    expect(await one('enrollments', ada.id)).toMatchObject({ vars: { trail: 'xx' } });
  });

  it('makes of a text what the default of the variable declares, and fails where it is something else', async () => {
    const scored = (score: string) => enrolled([{ ...SET, vars: { score } } as Node], {}, { score: 0 });
    const activities = bench.activities(client);
    const ada = await scored('1{{ first_name | size }}');
    expect(await activities.perform(ask(ada, 'set'))).toEqual({ status: 'done' });
    expect(await one('enrollments', ada.id)).toMatchObject({ vars: { score: 13 } });
    const bob = await scored('{{ first_name }}');
    expect(await activities.perform(ask(bob, 'set'))).toMatchObject({
      ...{ status: 'failed', code: 'WRONG_TYPE' },
      text: 'vars.score must be a number, as its default 0 is: "Ada" is none; write it like 10 or 12.5',
    });
    expect(await one('enrollments', bob.id)).toMatchObject({ vars: {} });
  });

  it('fails with the name of a variable that has no value, and writes nothing', async () => {
    const ada = await enrolled([{ ...SET, vars: { team: '{{ nothing }}' } } as Node]);
    expect(await bench.activities(client).perform(ask(ada, 'set'))).toMatchObject({
      status: 'failed',
      code: 'MISSING_VARIABLE',
    });
    expect(await one('leads', ada.lead_id)).toMatchObject({ tags: [] });
  });

  it('does nothing once a stop flag is up', async () => {
    const ada = await enrolled([SET]);
    await stopEnrollments(bench.db, { ids: [ada.id], outcome: 'replied', event_id: 'e', at: new Date() });
    expect(await bench.activities(client).perform(ask(ada, 'set'))).toEqual({ status: 'stopped', outcome: 'replied' });
    expect(await one('leads', ada.lead_id)).toMatchObject({ tags: [] });
  });
});

describe('split', () => {
  it('takes the same arm at every ask, and says which', async () => {
    const ada = await enrolled([SPLIT]);
    const activities = bench.activities(client);
    const first = await activities.perform(ask(ada, 'split'));
    expect(first).toEqual({ status: 'branch', to: expect.stringMatching(/^[ab]$/) });
    expect(await activities.perform(ask(ada, 'split'))).toEqual(first);
    const arm = first.status === 'branch' ? first.to : '';
    expect(await bench.titles(ada.id)).toEqual([`Takes arm ${arm}`]);
    // What the arms have brought is counted by it.
    const { rows } = await bench.db.query('select detail from timeline where enrollment_id = $1', [ada.id]);
    expect(rows).toEqual([{ detail: { arm } }]);
  });
});

describe('task', () => {
  it('opens one task with its text, assignee and due time, however often it is asked', async () => {
    const ada = await enrolled([TASK]);
    const activities = bench.activities(client);
    const asked = await activities.perform(ask(ada, 'call'));
    const [task] = await tasksOf(ada.id);
    expect(task).toMatchObject({ kind: 'task', status: 'open', text: 'Call Ada', assignee: 'anna' });
    expect(asked).toEqual({
      status: 'needs_person',
      task_id: task?.id,
      text: 'Call Ada',
      asks: 'task',
      until: task?.due_at?.getTime(),
    });
    bench.travel(bench.clock.now() + HOUR);
    expect(await activities.perform(ask(ada, 'call'))).toEqual(asked);
    expect(await tasksOf(ada.id)).toHaveLength(1);
    expect(await bench.titles(ada.id)).toEqual(['Asks anna: Call Ada']);
  });

  it('is due after business days of the schedule, or never', async () => {
    // From Monday morning two business days lead to Wednesday.
    const days = await enrolled([{ ...TASK, within: { business_days: 2 } } as Node]);
    const start = bench.clock.now();
    const result = await bench.activities(client).perform(ask(days, 'call'));
    const until = result.status === 'needs_person' ? (result.until ?? 0) : 0;
    expect((until - start) / DAY).toBeCloseTo(2, 1);
    const { within: _, ...open } = TASK as Extract<Node, { kind: 'task' }>;
    const ever = await enrolled([open]);
    expect(await bench.activities(client).perform(ask(ever, 'call'))).not.toHaveProperty('until');
  });

  it('is decided once, and the walk is notified', async () => {
    const ada = await enrolled([TASK]);
    await bench.activities(client).perform(ask(ada, 'call'));
    const [task] = await tasksOf(ada.id);
    const id = task?.id ?? '';
    const at = new Date(bench.clock.now());
    const decisions = await Promise.all(
      (['approve', 'reject'] as const).map((decision) => decideQuestion(bench.db, { id, decision, note: 'ok', at })),
    );
    expect(decisions.map((decided) => decided?.fresh).sort()).toEqual([false, true]);
    const { rows } = await bench.db.query('select payload from outbox where target_id = $1', [ada.id]);
    const winner = decisions.find((decided) => decided?.fresh);
    expect(rows).toEqual([{ payload: { id: `task/${id}`, type: 'decided', task_id: id, decision: winner?.decision } }]);
  });

  it('expires at its deadline: it cannot be decided any more, and the timeline says so', async () => {
    const ada = await enrolled([TASK, VISIT]);
    const activities = bench.activities(client);
    await activities.perform(ask(ada, 'call'));
    const [task] = await tasksOf(ada.id);
    const late = new Date((task?.due_at?.getTime() ?? 0) + 1);
    const given = { id: task?.id ?? '', decision: 'approve', note: null, at: late } as const;
    expect(await decideQuestion(bench.db, given)).toMatchObject({ fresh: false, status: 'expired' });
    expect(await bench.titles(ada.id)).toContain('Nobody decided in time: Call Ada');
  });

  it('is closed when the walk stands elsewhere or has ended, and stays while it waits there', async () => {
    const ada = await enrolled([TASK, VISIT]);
    const activities = bench.activities(client);
    await activities.perform(ask(ada, 'call'));
    const [task] = await tasksOf(ada.id);
    const id = task?.id ?? '';
    const standing = { status: 'needs_person', kind: 'person', text: 'Call Ada', until: null } as const;
    await activities.settle({ enrollment_id: ada.id, node: 'call', visit: 1, standing });
    expect(await readTask(bench.db, id)).toMatchObject({ status: 'open' });
    bench.travel(task?.due_at?.getTime() ?? 0);
    const later = { status: 'active', kind: 'slot', text: '', until: null } as const;
    await activities.settle({ enrollment_id: ada.id, node: 'visit', visit: 1, standing: later });
    expect(await readTask(bench.db, id)).toMatchObject({ status: 'expired' });

    const ben = await enrolled([TASK]);
    await activities.perform(ask(ben, 'call'));
    await activities.settle({
      enrollment_id: ben.id,
      node: 'end',
      visit: 1,
      standing: { status: 'finished', outcome: 'completed' },
    });
    expect(await tasksOf(ben.id)).toMatchObject([{ status: 'withdrawn' }]);
  });

  it('is withdrawn by a stop in the same commit', async () => {
    const ada = await enrolled([TASK]);
    await bench.activities(client).perform(ask(ada, 'call'));
    await stopEnrollments(bench.db, { ids: [ada.id], outcome: 'stopped', event_id: 'e', at: new Date() });
    const [task] = await tasksOf(ada.id);
    expect(task).toMatchObject({ status: 'withdrawn' });
    const at = new Date(bench.clock.now());
    const late = await decideQuestion(bench.db, { id: task?.id ?? '', decision: 'approve', note: null, at });
    expect(late).toMatchObject({ fresh: false, status: 'withdrawn' });
  });
});

describe('run', () => {
  const RUN = (sequence: string): Node => ({ ...common, kind: 'run', id: 'run', sequence });
  const followers = async (id: string) =>
    (await bench.db.query('select * from enrollments where continues = $1', [id])).rows;

  it('ends this enrollment and begins the other one in one commit, from the same sender', async () => {
    const next = await bench.sequence([VISIT], { needs: ['first_name'] });
    const ada = await enrolled([SET, RUN(next.sequence)]);
    const activities = bench.activities(client);
    await activities.perform(ask(ada, 'set'));
    const result = await activities.perform(ask(ada, 'run'));
    expect(result).toEqual({ status: 'stopped', outcome: 'continued' });
    expect(await one('enrollments', ada.id)).toMatchObject({ status: 'finished', outcome: 'continued' });
    const [follower] = await followers(ada.id);
    expect(follower).toMatchObject({
      sequence: next.sequence,
      lead_id: ada.lead_id,
      status: 'queued',
      senders: { professional: 'acc_anna' },
      vars: { greeting: 'Dear Ada' },
    });
    const { rows } = await bench.db.query('select kind from outbox where target_id = $1', [follower?.id]);
    expect(rows).toEqual([{ kind: 'start_enrollment' }]);
    expect(await bench.titles(ada.id)).toContain(`Continues in ${next.sequence}, version 1`);
    expect(await bench.titles(String(follower?.id))).toContain(
      `Continues from ${(await one('enrollments', ada.id)).sequence}`,
    );
  });

  it('answers the same after a crash, and enrolls once however many perform it', async () => {
    const next = await bench.sequence([VISIT]);
    const ada = await enrolled([RUN(next.sequence)]);
    const activities = bench.activities(client);
    const results = await Promise.all([1, 2, 3].map(() => activities.perform(ask(ada, 'run'))));
    results.push(await activities.perform(ask(ada, 'run')));
    expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
      new Set([JSON.stringify({ status: 'stopped', outcome: 'continued' })]),
    );
    expect(await followers(ada.id)).toHaveLength(1);
  });

  it('fails with a clear text for an unknown sequence, a missing variable or a rule against it', async () => {
    const activities = bench.activities(client);
    const lost = await enrolled([RUN('nowhere')]);
    expect(await activities.perform(ask(lost, 'run'))).toMatchObject({
      status: 'failed',
      code: 'UNKNOWN_SEQUENCE',
      text: expect.stringContaining('nowhere'),
    });
    const needy = await bench.sequence([VISIT], { needs: ['email'] });
    const poor = await enrolled([RUN(needy.sequence)]);
    expect(await activities.perform(ask(poor, 'run'))).toMatchObject({
      code: 'MISSING',
      text: expect.stringMatching(/email/),
    });
    expect(await one('enrollments', poor.id)).toMatchObject({ status: 'queued' });

    const next = await bench.sequence([VISIT]);
    const ada = await enrolled([RUN(next.sequence)]);
    const before = await bench.enroll(next, {}, { professional: 'acc_anna' });
    await bench.db.query(
      `update enrollments set lead_id = $2, status = 'finished', finished_at = now() where id = $1`,
      [before.id, ada.lead_id],
    );
    expect(await activities.perform(ask(ada, 'run'))).toMatchObject({ status: 'failed', code: 'AGAIN' });
    expect(await bench.titles(ada.id)).toContainEqual(expect.stringMatching(/^The other sequence failed: /));
    expect(await followers(ada.id)).toEqual([]);
  });
});
