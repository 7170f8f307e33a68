import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edits, editReview } from '../../src/app/api/edit-review.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { decideQuestion } from '../../src/runtime/store/tasks/decide-task.ts';
import { taskListing } from '../../src/runtime/store/tasks/list-tasks.ts';
import { ask, carryThrough, EMAIL, INVITE, MESSAGE } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let mailbox: string;

beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  mailbox = await bench.sender({ platform: 'email', email: 'anna@mail.example' });
});
afterAll(() => bench.close());

const reviewed = (node: Node): Node => ({ ...node, review: true }) as Node;
const enrolled = async (node: Node, person: Record<string, unknown> = {}, lead: { email?: string } = {}) => {
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace', ...person });
  const plan = await bench.sequence([node]);
  const senders = { professional: anna, email: mailbox };
  const enrollment = await bench.enroll(plan, { profile_url: made.url, first_name: 'Ada', ...lead }, senders);
  return { ...enrollment, received: () => bench.sandbox.received(made.slug) };
};
const taskOf = async (enrollment_id: string) =>
  (await readPage(bench.db, taskListing({ enrollment_id }), { limit: 10 }))[0];
const decide = async (enrollment_id: string, decision: 'approve' | 'reject') => {
  const id = (await taskOf(enrollment_id))?.id ?? '';
  return decideQuestion(bench.db, { id, decision, note: null, at: new Date(bench.clock.now()) });
};
const approveWith = async (enrollment_id: string, edits: Edits) => {
  const id = (await taskOf(enrollment_id))?.id ?? '';
  const given = { id, decision: 'approve', note: null, at: new Date(bench.clock.now()) } as const;
  return decideQuestion(bench.db, given, (tx, task) => editReview(tx, task, edits, createPlanCache()));
};

describe('a send under review', () => {
  it('shows the rendered text and sends nothing, books nothing, until it is approved', async () => {
    const ada = await enrolled(reviewed(EMAIL), { email: 'ada@home.example' }, { email: 'ada@home.example' });
    const activities = bench.activities(bench.v2);
    const asked = await activities.perform(ask(ada, 'email'));
    const task = await taskOf(ada.id);
    expect(asked).toMatchObject({ status: 'needs_person', asks: 'review', task_id: task?.id });
    expect(task).toMatchObject({
      kind: 'review',
      preview: { to: 'ada@home.example', subject: 'A job', text: 'Dear Ada' },
    });
    expect(await activities.perform(ask(ada, 'email'))).toEqual(asked);
    expect(await ada.received()).toEqual([]);
    expect((await bench.slots()).filter((slot) => slot.enrollment_id === ada.id)).toEqual([]);
    await decide(ada.id, 'approve');
    expect(await carryThrough(bench, activities, ada, 'email')).toEqual({ status: 'done' });
    expect(await ada.received()).toMatchObject([{ kind: 'email', subject: 'A job' }]);
  });

  it('sends exactly what was shown, though the variables have changed since', async () => {
    const ada = await enrolled(reviewed(MESSAGE), { degree: 1 });
    const activities = bench.activities(bench.v2);
    await activities.perform(ask(ada, 'message'));
    await bench.db.query(`update leads set first_name = 'Mallory' where id = $1`, [ada.lead_id]);
    await decide(ada.id, 'approve');
    expect(await carryThrough(bench, activities, ada, 'message')).toEqual({ status: 'done' });
    expect(await ada.received()).toMatchObject([{ kind: 'message', text: 'Dear Ada, shall we talk?' }]);
  });

  it('goes out once however many perform it after the approval', async () => {
    const ada = await enrolled(reviewed(INVITE));
    const activities = bench.activities(bench.v2);
    await activities.perform(ask(ada, 'invite'));
    await decide(ada.id, 'approve');
    await Promise.all([1, 2, 3].map(() => activities.perform(ask(ada, 'invite', 1))));
    expect(await ada.received()).toMatchObject([{ kind: 'invitation', text: 'Hi Ada' }]);
  });

  it('goes out as whoever approved it has changed it, and says so', async () => {
    const ada = await enrolled(reviewed(EMAIL), { email: 'ada2@home.example' }, { email: 'ada2@home.example' });
    const activities = bench.activities(bench.v2);
    await activities.perform(ask(ada, 'email'));
    await approveWith(ada.id, { subject: 'A job in Paris', text: 'Dear Ada, it is in Paris.' });
    expect(await taskOf(ada.id)).toMatchObject({ preview: { to: 'ada2@home.example', subject: 'A job in Paris' } });
    expect(await carryThrough(bench, activities, ada, 'email')).toEqual({ status: 'done' });
    expect(await ada.received()).toMatchObject([
      { kind: 'email', subject: 'A job in Paris', text: 'Dear Ada, it is in Paris.' },
    ]);
    const titles = await bench.titles(ada.id);
    expect(titles).toContain('A person approved what is to go out, with another subject and text');
  });

  it('is the same review where nothing is different', async () => {
    const ada = await enrolled(reviewed(MESSAGE), { degree: 1 });
    await bench.activities(bench.v2).perform(ask(ada, 'message'));
    await approveWith(ada.id, { text: 'Dear Ada, shall we talk?' });
    expect(await bench.titles(ada.id)).toContain('A person approved what is to go out');
  });

  it.each([
    [INVITE, { text: 'x'.repeat(301) }, 'edits.text would have 301 characters, 300 is the most.'],
    [INVITE, { text: ' ' }, 'edits.text would be empty.'],
    [MESSAGE, { subject: 'A job' }, 'edits.subject is nothing that this step writes.'],
    [MESSAGE, { html: '<p>Hi</p>' }, 'edits.html is nothing that this step writes.'],
  ] as const)(
    'is changed within what its step allows alone: %j with %j is refused, and stays open',
    async (node, edits, said) => {
      const ada = await enrolled(reviewed(node), { degree: node === MESSAGE ? 1 : 2 });
      const activities = bench.activities(bench.v2);
      await activities.perform(ask(ada, node.id));
      await expect(approveWith(ada.id, edits)).rejects.toMatchObject({
        status: 422,
        code: 'unfit_edit',
        message: said,
      });
      expect(await taskOf(ada.id)).toMatchObject({ status: 'open' });
      expect(await ada.received()).toEqual([]);
    },
  );

  it('is not possible once it is rejected', async () => {
    const ada = await enrolled(reviewed(MESSAGE), { degree: 1 });
    const activities = bench.activities(bench.v2);
    await activities.perform(ask(ada, 'message'));
    await decide(ada.id, 'reject');
    expect(await activities.perform(ask(ada, 'message', 1))).toMatchObject({ status: 'impossible', code: 'REJECTED' });
    expect(await ada.received()).toEqual([]);
  });

  it('asks nobody where nothing would go out', async () => {
    const ada = await enrolled(reviewed(EMAIL));
    expect(await bench.activities(bench.v2).perform(ask(ada, 'email'))).toMatchObject({ code: 'NO_EMAIL' });
    expect(await taskOf(ada.id)).toBeUndefined();
  });
});
