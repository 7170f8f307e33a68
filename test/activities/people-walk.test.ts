// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { decideQuestion } from '../../src/runtime/store/tasks/decide-task.ts';
import { taskListing } from '../../src/runtime/store/tasks/list-tasks.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { email, happens, message } from '../events/fixtures.ts';
import { type Bench, EMAIL, INVITE, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';
import { createWalk } from './walk.ts';

let bench: Bench;
let number = 0;
const { client, calls } = createCountingClient();

beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
  await bench.account('acc_mail', { platform: 'email' });
});
afterAll(() => bench.close());
beforeEach(() => {
  calls.length = 0;
});

const common = { on_error: { do: 'stop' }, next: 'end' } as const;
const TASK: Node = {
  ...common,
  ...{ kind: 'task', id: 'call', text: 'Call {{ first_name }}', within: DAY, has_else: true },
  ...{ then: 'visit', else: 'given_up' },
};
const GIVEN_UP: Node = { kind: 'end', id: 'given_up', outcome: 'given_up' };

async function walked(nodes: readonly Node[], more: Partial<Plan> = {}, lead: Record<string, string> = {}) {
  const plan = await bench.sequence(nodes, more);
  const slug = `ada-${++number}`;
  const person = {
    first_name: 'Ada',
    profile_url: `https://x.example/in/${slug}`,
    email: `${slug}@x.example`,
    ...lead,
  };
  const enrollment = await bench.enroll(plan, person, { professional: 'acc_anna', email: 'acc_mail' });
  return { ...enrollment, slug, walk: createWalk(bench, bench.activities(client), plan, enrollment) };
}
const taskOf = async (enrollment_id: string) =>
  (await readPage(bench.db, taskListing({ enrollment_id }), { limit: 10 }))[0];
const decide = async (enrollment_id: string, decision: 'approve' | 'reject') => {
  const id = (await taskOf(enrollment_id))?.id ?? '';
  return decideQuestion(bench.db, { id, decision, note: null, at: new Date(bench.clock.now()) });
};
const actions = () => calls.map(({ action }) => action);

describe('a task in a walk', () => {
  it('goes on by then once it is approved, and by else once it is rejected', async () => {
    const one = await walked([TASK, VISIT, GIVEN_UP]);
    expect(await one.walk.go()).toEqual({ waits: 'person', text: 'Call Ada' });
    await decide(one.id, 'approve');
    expect(await one.walk.go('sleep')).toEqual({ ended: 'completed' });
    expect(actions()).toEqual(['visit']);

    const two = await walked([TASK, VISIT, GIVEN_UP]);
    await two.walk.go();
    await decide(two.id, 'reject');
    expect(await two.walk.go()).toEqual({ ended: 'given_up' });
  });

  it('goes on by else at its deadline, and nobody can decide it any more', async () => {
    const { id, walk } = await walked([TASK, VISIT, GIVEN_UP]);
    expect(await walk.go('sleep')).toEqual({ ended: 'given_up' });
    expect(await taskOf(id)).toMatchObject({ status: 'expired' });
    expect(await decide(id, 'approve')).toMatchObject({ fresh: false });
    expect(await bench.titles(id)).toEqual([
      'Asks a person: Call Ada',
      'Nobody decided in time: Call Ada',
      'Ended: given up',
    ]);
  });

  it('says that nobody decided before it says what came of it', async () => {
    const { id, walk } = await walked([{ ...TASK, else: 'visit' } as Node, VISIT]);
    expect(await walk.go('sleep')).toEqual({ ended: 'completed' });
    const [asked, expired, ...after] = await bench.titles(id);
    expect([asked, expired]).toEqual(['Asks a person: Call Ada', 'Nobody decided in time: Call Ada']);
    expect(after.join(' ')).toContain('Visited');
  });

  it('takes a decision that comes before the walk has heard that it was asked', async () => {
    const { id, walk } = await walked([TASK, VISIT, GIVEN_UP]);
    await bench.activities(client).perform({ enrollment_id: id, node: 'call', visit: 1, attempt: 0 });
    await decide(id, 'reject');
    expect(await walk.go()).toEqual({ ended: 'given_up' });
  });
});

describe('a review in a walk', () => {
  const REVIEWED = { ...INVITE, review: true, else: 'given_up' } as Node;

  it('sends once after the approval, and takes else after a rejection', async () => {
    const one = await walked([REVIEWED, GIVEN_UP]);
    expect(await one.walk.go('sleep')).toMatchObject({ waits: 'person' });
    expect(calls).toEqual([]);
    await decide(one.id, 'approve');
    expect(await one.walk.go('sleep')).toEqual({ ended: 'completed' });
    expect(actions()).toEqual(['invite']);

    const two = await walked([REVIEWED, GIVEN_UP]);
    await two.walk.go();
    await decide(two.id, 'reject');
    expect(await two.walk.go()).toEqual({ ended: 'given_up' });
    expect(actions()).toEqual(['invite']);
  });

  it('shows what was approved even when its slot comes days later and the person is renamed', async () => {
    const hours = Array.from({ length: 7 }, (_, day) => (day === 5 ? [{ from: 600, to: 660 }] : []));
    const schedule = { timezone: 'UTC', fallback_timezone: 'UTC', hours, spacing: null };
    const { id, lead_id, walk } = await walked([REVIEWED, GIVEN_UP], { schedule });
    await walk.go();
    await decide(id, 'approve');
    expect(await walk.go()).toMatchObject({ waits: 'slot' });
    await bench.db.query(`update leads set first_name = 'Mallory' where id = $1`, [lead_id]);
    expect(await walk.go('sleep')).toEqual({ ended: 'completed' });
    expect(await bench.intent(id)).toMatchObject({ request: { params: { message_text: 'Hi Ada' } } });
  });
});

describe('a walk whose person is out of office', () => {
  it('gives its booked slot back at once, sends nothing before the return, and goes on then', async () => {
    const hours = Array.from({ length: 7 }, () => [{ from: 9 * 60, to: 18 * 60 }]);
    const schedule = { timezone: 'UTC', fallback_timezone: 'UTC', hours, spacing: null };
    bench.travel(Math.ceil(bench.clock.now() / DAY) * DAY + 20 * HOUR);
    const { id, slug, walk } = await walked([EMAIL], { schedule });
    expect(await walk.go()).toMatchObject({ waits: 'slot' });
    const back = Math.floor(bench.clock.now() / DAY) * DAY + 5 * DAY;
    const date = new Date(back).toISOString().slice(0, 10);
    await happens(
      bench,
      email({
        timestamp: new Date(bench.clock.now()).toISOString(),
        sender: { name: 'Ada', email: `${slug}@x.example` },
        ...{ subject: 'Out of office', message_text: `Back on ${date}`, headers: { 'Auto-Submitted': 'auto-replied' } },
      }),
    );
    await bench.db.query('update enrollments set away_until = $2 where id = $1', [id, new Date(back)]);
    expect(await walk.go()).toMatchObject({ waits: 'time', text: 'Out of office' });
    expect((await bench.slots()).filter(({ enrollment_id }) => enrollment_id === id)).toEqual([]);
    expect(await walk.go('sleep')).toEqual({ ended: 'completed' });
    expect(bench.clock.now()).toBeGreaterThanOrEqual(back + 9 * HOUR);
    expect(actions()).toEqual(['send']);
  });
});

describe('a walk whose colleague answers', () => {
  it('ends, sends nothing more, and asks nobody any more', async () => {
    const company = { company: 'Acme Walks' };
    const one = await walked([TASK, VISIT, GIVEN_UP], { stop_on: ['reply', 'company_reply'] }, company);
    const two = await walked([VISIT], {}, company);
    await one.walk.go();
    await happens(bench, message(`https://x.example/in/${two.slug}`));
    expect(await one.walk.go()).toEqual({ ended: 'company_replied' });
    expect(await taskOf(one.id)).toMatchObject({ status: 'withdrawn' });
    expect(calls).toEqual([]);
  });
});

describe('a walk that continues elsewhere', () => {
  it('ends as continued, and the next one knows what the first one learned', async () => {
    const within = 7 * DAY;
    const AWAIT: Node = {
      ...common,
      ...{ kind: 'wait_for', id: 'accepted', event: 'accepted_invitation', within, then: 'visit', else: 'given_up' },
    };
    const next = await bench.sequence([AWAIT, VISIT, GIVEN_UP]);
    const RUN: Node = { ...common, kind: 'run', id: 'run', sequence: next.sequence };
    const one = await walked([{ ...VISIT, next: 'run' }, RUN]);
    const at = new Date(bench.clock.now());
    await bench.db.query(
      `update enrollments set invited_at = $2, accepted_at = $2, invitation_id = '7' where id = $1`,
      [one.id, at],
    );
    expect(await one.walk.go('sleep')).toEqual({ ended: 'continued' });
    const { rows } = await bench.db.query<{ id: string; lead_id: string; invitation_id: string }>(
      'select id, lead_id, invitation_id from enrollments where continues = $1',
      [one.id],
    );
    const [follower] = rows;
    expect(follower).toMatchObject({ lead_id: one.lead_id, invitation_id: '7' });
    if (!follower) return;
    const walk = createWalk(bench, bench.activities(client), next, follower);
    expect(await walk.go('sleep')).toEqual({ ended: 'completed' });
    expect(actions()).toEqual(['visit', 'visit']);
  });
});

describe('a split in a walk', () => {
  it('walks the arm that it says', async () => {
    const arms = [
      { name: 'a', weight: 1, to: 'visit' },
      { name: 'b', weight: 1, to: 'given_up' },
    ];
    const { id, walk } = await walked([{ ...common, kind: 'split', id: 'split', arms }, VISIT, GIVEN_UP]);
    const { ended } = await walk.go('sleep');
    const [first] = await bench.titles(id);
    expect(first).toBe(`Takes arm ${ended === 'given_up' ? 'b' : 'a'}`);
  });
});
