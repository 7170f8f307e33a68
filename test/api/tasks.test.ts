import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_ENROLL } from '../../src/language/plan/plan.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { addTags } from '../../src/runtime/store/leads/add-tags.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import type { TaskRow } from '../../src/runtime/store/tasks/task.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { follow } from '../conversations/fixtures.ts';
import { ada, addAccount, addSequence } from '../enroll/fixtures.ts';
import { email, happens, message, signalsOf } from '../events/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let number = 0;

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

async function asked(
  kind: TaskRow['kind'],
  more: Partial<Omit<TaskRow, 'enrollment_id'>> = {},
): Promise<{ id: string; enrollment: string }> {
  const enrolled = await enrollLead(api, { sequence: 'hello', lead: ada({ profile_url: `ada-${++number}` }) });
  if (enrolled.kind === 'refused') throw new Error(enrolled.message);
  const enrollment = enrolled.enrollment.id;
  await api.db.query(
    `update enrollments set status = 'needs_person', node = 'call', waiting_kind = 'person', waiting_text = 'Call Ada'
      where id = $1`,
    [enrollment],
  );
  const id = await openTask(api.db, {
    ...{ id: newId('tsk'), enrollment_id: enrollment, node: 'call', visit: 1, kind, text: 'Call Ada', preview: {} },
    ...{ due_at: new Date(api.clock.now() + DAY), created_at: new Date(api.clock.now()), assignee: 'anna', ...more },
  });
  return { id, enrollment };
}
const decide = (id: string, decision: string, more = {}) => api.call('POST', `/api/tasks/${id}`, { decision, ...more });

describe('tasks', () => {
  it('are decided by nobody in a dry run', async () => {
    const { id } = await asked('task');
    const dry = await api.call('POST', `/api/tasks/${id}?dry_run=true`, { decision: 'approve' });
    expect(dry).toMatchObject({ status: 200, body: { id, decision: 'approve', dry_run: true } });
    expect((await api.call('GET', `/api/tasks/${id}`)).body).toMatchObject({ status: 'open', decision: null });
  });

  it('are listed by status and enrollment, with what is asked, of whom and until when', async () => {
    const { id, enrollment } = await asked('task');
    const { body } = await api.call('GET', `/api/tasks?status=open&enrollment_id=${enrollment}`);
    expect(body).toEqual({
      items: [
        {
          id,
          enrollment_id: enrollment,
          answer_id: null,
          node: 'call',
          kind: 'task',
          text: 'Call Ada',
          reason: 'The sequence asks a person at this step.',
          message: null,
          sender: { account_id: 'acc_anna', name: expect.any(String), platform: 'professional' },
          preview: {},
          assignee: 'anna',
          status: 'open',
          decision: null,
          note: null,
          due_at: expect.any(String),
          created_at: expect.any(String),
          decided_at: null,
          lead: { id: expect.any(String), first_name: 'Ada', last_name: 'Lovelace', company: null },
          last_message: null,
          comments: [],
        },
      ],
      next_cursor: null,
    });
    expect((await api.call('GET', `/api/tasks?status=done&enrollment_id=${enrollment}`)).body.items).toEqual([]);
    expect((await api.call('GET', `/api/tasks/${id}`)).body).toEqual(body.items[0]);
    expect((await api.call('GET', '/api/tasks?status=new')).status).toBe(400);
  });

  it('show the text that is asked about, who sends it and why it is asked', async () => {
    const preview = { from: 'Anna', to: 'Ada', subject: 'Platform', text: 'Hi Ada,\nshall we talk?' };
    const request = { is: 'call', request: { account_id: 'acc_ben', params: { message_text: preview.text } } };
    await addAccount(api.db, 'acc_ben', 'email');
    const review = await asked('review', { preview, request });
    expect((await api.call('GET', `/api/tasks/${review.id}`)).body).toMatchObject({
      reason: 'The sequence has this step approved by a person before it goes out.',
      message: { subject: 'Platform', text: preview.text, html: null },
      sender: { account_id: 'acc_ben', platform: 'email' },
    });
    const explained = (await api.call('GET', `/api/enrollments/${review.enrollment}/explain`)).body;
    expect(explained.question).toMatchObject({ id: review.id, message: { text: preview.text } });

    const params = { message_text: 'Hi again', profile_url: 'x' };
    const doubt = { account_id: 'acc_ben', params, reason: 'There is no proof either way: the inbox cannot be read' };
    const unclear = await asked('unknown_outcome', { preview: doubt });
    await api.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
       values ($1 || '/call/1', $1, 'call', 1, 'acc_ben', 'messages', 'send', 'message', 'unknown', '{}', now())`,
      [unclear.enrollment],
    );
    expect((await api.call('GET', `/api/tasks/${unclear.id}`)).body).toMatchObject({
      reason: doubt.reason,
      message: { subject: null, text: 'Hi again', html: null },
      sender: { account_id: 'acc_ben' },
    });
    await api.db.query(`delete from intents where enrollment_id = $1`, [unclear.enrollment]);
  });

  it('have their person and what they wrote last beside them', async () => {
    const { id, enrollment } = await asked('task');
    const { lead_id } = (await api.call('GET', `/api/enrollments/${enrollment}`)).body;
    await happens(api, message(`https://professional.example/in/ada-${number}`, { message_text: 'Call me on Friday' }));
    await follow(api);
    const { body } = await api.call('GET', `/api/tasks/${id}`);
    expect(body.lead.id).toBe(lead_id);
    expect(body.last_message).toMatchObject({ by: 'them', channel: 'message', text: 'Call me on Friday' });
    expect((await api.call('GET', `/api/conversations/${body.last_message.conversation_id}`)).status).toBe(200);
  });

  it('are given to somebody, and talked about', async () => {
    const { id } = await asked('task', { assignee: null });
    const change = (body: unknown, query = '') => api.call('PATCH', `/api/tasks/${id}${query}`, body);
    expect(await change({ assignee: 'grace' }, '?dry_run=true')).toMatchObject({
      ...{ status: 200, body: { assignee: 'grace', dry_run: true } },
    });
    expect((await change({ assignee: 'grace' })).body).toMatchObject({ id, assignee: 'grace', status: 'open' });
    const of = async (who: string) =>
      (await api.call('GET', `/api/tasks?assignee=${who}`)).body.items.map((one: { id: string }) => one.id);
    expect([await of('grace'), await of('none')].map((ids) => ids.includes(id))).toEqual([true, false]);
    expect(await change({ assignee: 'usr_none' })).toMatchObject({ status: 422, body: { code: 'unknown_user' } });
    expect((await change({ assignee: null })).body.assignee).toBeNull();
    for (const body of [{}, { assignee: 1 }, { assignee: 'grace', more: 1 }])
      expect((await change(body)).status).toBe(422);

    const say = (text: unknown, query = '') => api.call('POST', `/api/tasks/${id}/comments${query}`, { text });
    expect((await say('Not yet', '?dry_run=true')).body).toMatchObject({ comments: [{ text: 'Not yet' }] });
    expect((await say('She called back.')).status).toBe(201);
    expect((await say('So I see.')).body.comments).toMatchObject([
      { author: expect.any(String), text: 'She called back.', at: expect.stringMatching(/Z$/) },
      { text: 'So I see.' },
    ]);
    expect((await say('')).status).toBe(422);
    expect((await decide(id, 'approve')).body.comments).toHaveLength(2);
    expect((await api.call('POST', '/api/tasks/tsk_none/comments', { text: 'x' })).status).toBe(404);
    expect((await api.call('PATCH', '/api/tasks/tsk_none', { assignee: null })).status).toBe(404);
  });

  it('are shown with their enrollment while they are open', async () => {
    const { id, enrollment } = await asked('task');
    const shown = await api.call('GET', `/api/enrollments/${enrollment}`);
    expect(shown.body).toMatchObject({
      status: 'needs_person',
      waiting_for: { kind: 'person', text: 'Call Ada' },
      task: { id, kind: 'task', text: 'Call Ada', assignee: 'anna', due_at: expect.stringMatching(/Z$/) },
    });
    await decide(id, 'approve');
    expect((await api.call('GET', `/api/enrollments/${enrollment}`)).body.task).toBeNull();
  });

  it('are decided once: the walk is notified, and the timeline keeps the note', async () => {
    const { id, enrollment } = await asked('review');
    const approved = await decide(id, 'approve', { note: 'fine' });
    expect(approved).toMatchObject({ status: 200, body: { id, status: 'done', decision: 'approve', note: 'fine' } });
    const signals = (await signalsOf(api)).filter(({ target_id }) => target_id === enrollment);
    expect(signals).toEqual([
      { target_id: enrollment, payload: { id: `task/${id}`, type: 'decided', task_id: id, decision: 'approve' } },
    ]);
    const { body } = await api.call('GET', `/api/enrollments/${enrollment}/timeline`);
    expect(body.items.at(-1)).toMatchObject({
      node: 'call',
      title: 'A person approved what is to go out',
      detail: { note: 'fine' },
    });
    expect(await decide(id, 'approve')).toMatchObject({ status: 409, body: { code: 'decided', decision: 'approve' } });
    expect(await decide(id, 'reject')).toMatchObject({ status: 409, body: { code: 'decided' } });
  });

  it.each([
    ['task', 'sent'],
    ['review', 'not_sent'],
    ['unknown_outcome', 'approve'],
    ['unknown_outcome', 'reject'],
  ] as const)('refuse of a %s the decision %s', async (kind, decision) => {
    const { id } = await asked(kind);
    expect(await decide(id, decision)).toMatchObject({ status: 422, body: { code: 'unfit_decision' } });
    expect((await api.call('GET', `/api/tasks/${id}`)).body.status).toBe('open');
  });

  it('are approved with another text where they are reviews, and only then', async () => {
    const edits = { text: 'Hi Ada' };
    for (const [kind, decision] of [
      ['task', 'approve'],
      ['review', 'reject'],
    ] as const) {
      const { id } = await asked(kind);
      expect(await decide(id, decision, { edits })).toMatchObject({ status: 422, body: { code: 'unfit_edit' } });
      expect((await api.call('GET', `/api/tasks/${id}`)).body.status).toBe('open');
    }
    const { id } = await asked('review');
    for (const unfit of [{ to: 'x@y.example' }, { subject: 'a\r\nBcc: x@y.example' }, { text: 7 }])
      expect((await decide(id, 'approve', { edits: unfit })).body.code).toBe('invalid_body');
    // Its step is in no plan.
    const refused = await decide(id, 'approve', { edits });
    expect(refused.body).toMatchObject({ code: 'unfit_edit', errors: [{ field: 'edits.text' }] });
    expect(await decide(id, 'approve', { edits: {} })).toMatchObject({ status: 200, body: { decision: 'approve' } });
  });

  it('resolve what nobody knows, once', async () => {
    const { id } = await asked('unknown_outcome');
    expect((await decide(id, 'sent')).status).toBe(200);
    expect(await decide(id, 'sent')).toMatchObject({ status: 409, body: { code: 'decided' } });
  });

  it('refuse a decision after their time, after a stop, of unknown ones and in unknown words', async () => {
    const late = await asked('task', { due_at: new Date(api.clock.now() - 1) });
    expect(await decide(late.id, 'approve')).toMatchObject({ status: 409, body: { code: 'expired' } });
    expect((await api.call('GET', `/api/tasks/${late.id}`)).body.status).toBe('expired');
    const stopped = await asked('task');
    await api.call('POST', `/api/enrollments/${stopped.enrollment}/stop`);
    expect(await decide(stopped.id, 'approve')).toMatchObject({ status: 409, body: { code: 'withdrawn' } });
    expect((await decide('tsk_nothing', 'approve')).status).toBe(404);
    expect((await decide(late.id, 'maybe')).status).toBe(422);
  });

  it('stay in sight when a pause is over', async () => {
    const { enrollment } = await asked('task');
    expect((await api.call('POST', `/api/enrollments/${enrollment}/pause`)).body.status).toBe('paused');
    expect((await api.call('POST', `/api/enrollments/${enrollment}/resume`)).body.status).toBe('needs_person');
  });
});

describe('a mail that may be an answer', () => {
  const unclear = async () => {
    const enrolled = await enrollLead(api, {
      sequence: 'hello',
      lead: ada({ profile_url: `ada-${++number}`, email: `ada${number}@example.org` }),
    });
    if (enrolled.kind === 'refused') throw new Error(enrolled.message);
    const sender = { name: 'Ada', email: `ada${number}@example.org` };
    await happens(api, email({ subject: 'Automatic reply: Hello', message_text: 'As discussed.', sender }));
    const enrollment = enrolled.enrollment.id;
    const { body } = await api.call('GET', `/api/tasks?status=open&enrollment_id=${enrollment}`);
    return { enrollment, task: body.items[0] };
  };

  it('is shown with its words and what was seen', async () => {
    const { task } = await unclear();
    expect(task).toMatchObject({
      kind: 'unclear_reply',
      reason: expect.stringMatching(
        /^Nobody can tell whether a person wrote this mail\. Seen: subject mark \(Automatic reply\)/,
      ),
      message: { text: expect.any(String) },
      text: expect.stringMatching(/^Is this an answer\?/),
      preview: {
        subject: 'Automatic reply: Hello',
        text: 'As discussed.',
        signs: expect.arrayContaining([{ sign: 'subject_mark', seen: 'Automatic reply' }]),
      },
    });
  });

  it('is the question of each sequence that its author is in, and stands below it in their conversation', async () => {
    const { enrollment, task } = await unclear();
    await addSequence(api.db, `beside-${number}`, { enroll: { ...DEFAULT_ENROLL, active_elsewhere: false } });
    const lead = ada({ profile_url: `ada-${number}`, email: `ada${number}@example.org` });
    const second = await enrollLead(api, { sequence: `beside-${number}`, lead });
    if (second.kind === 'refused') throw new Error(second.message);
    for (const id of [enrollment, second.enrollment.id]) {
      const { question } = (await api.call('GET', `/api/enrollments/${id}/explain`)).body;
      expect(question).toMatchObject({ id: task.id, preview: { signs: task.preview.signs } });
    }
    const { lead_id } = (await api.call('GET', `/api/enrollments/${enrollment}`)).body;
    const messages = async () => (await api.call('GET', `/api/leads/${lead_id}`)).body.history;
    expect(await messages()).toMatchObject([
      { text: 'As discussed.', unclear: { task_id: task.id, text: task.text, signs: task.preview.signs } },
    ]);
    await decide(task.id, 'automatic');
    await happens(api);
    expect(await messages()).toMatchObject([{ automatic: true, unclear: null }]);
  });

  it.each(['answer', 'automatic', 'no_more_mail'])('is decided by %s, once', async (decision) => {
    const { enrollment, task } = await unclear();
    const more = decision === 'automatic' ? { returns_on: '2027-01-05' } : {};
    expect(await decide(task.id, decision, more)).toMatchObject({ status: 200, body: { status: 'done', decision } });
    expect(await decide(task.id, 'answer')).toMatchObject({ status: 409, body: { code: 'decided' } });
    await happens(api);
    const row = (await api.db.query('select stop_outcome, unclear_since from enrollments where id = $1', [enrollment]))
      .rows[0];
    const ends = { answer: 'replied', automatic: null, no_more_mail: 'unsubscribed' }[decision];
    expect(row).toEqual({ stop_outcome: ends, unclear_since: null });
  });

  it('takes no other decision, and a day with automatic alone', async () => {
    const { task } = await unclear();
    for (const [decision, more] of [
      ['approve', {}],
      ['sent', {}],
      ['answer', { returns_on: '2027-01-05' }],
    ] as const) {
      expect(await decide(task.id, decision, more)).toMatchObject({ status: 422, body: { code: 'unfit_decision' } });
    }
    expect((await decide(task.id, 'automatic', { returns_on: 'soon' })).status).toBe(422);
    const dry = await api.call('POST', `/api/tasks/${task.id}?dry_run=true`, { decision: 'answer' });
    expect(dry).toMatchObject({ status: 200, body: { decision: 'answer', dry_run: true } });
    expect((await api.call('GET', `/api/tasks/${task.id}`)).body.status).toBe('open');
  });
});

describe('tags of a lead', () => {
  it('are shown with the lead and with its enrollment', async () => {
    const { enrollment } = await asked('task');
    const { lead_id } = (await api.call('GET', `/api/enrollments/${enrollment}`)).body;
    await addTags(api.db, lead_id, ['warm', 'cto'], new Date());
    await addTags(api.db, lead_id, ['cto', 'vip'], new Date());
    expect((await api.call('GET', `/api/leads/${lead_id}`)).body.tags).toEqual(['warm', 'cto', 'vip']);
    expect((await api.call('GET', `/api/enrollments/${enrollment}`)).body.lead.tags).toEqual(['warm', 'cto', 'vip']);
  });
});
