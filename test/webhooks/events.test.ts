import { describe, expect, it } from 'vitest';
import { type EngineEventType, eventSchema } from '../../src/app/api-contract/engine-events.ts';
import { DEFAULT_ENROLL } from '../../src/language/plan/plan.ts';
import { guardMailbox } from '../../src/runtime/store/accounts/guard-mailbox.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { finishEnrollment } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { writeSnapshot } from '../../src/runtime/store/enrollments/write-snapshot.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { follow } from '../conversations/fixtures.ts';
import type { Receiver } from '../delivery/receiver.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { eraseAll, erasingOf } from '../erasure/fixtures.ts';
import { ADA_ID, email, happens, message } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { type Added, type Event, verified, webhookBench } from './bench.ts';

const bench = webhookBench();

/** Takes what arrived, verified and held against the schema of its type. */
const eventsAt = (receiver: Receiver, webhook: Added): Event[] =>
  receiver.posts.map((post) => {
    const event = verified(webhook, post);
    const { data, ...whole } = eventSchema(event.type as EngineEventType).shape;
    expect(Object.keys(event).toSorted()).toEqual(['data', ...Object.keys(whole)].toSorted());
    eventSchema(event.type as EngineEventType)
      .extend({ data: (data as never as { strict(): typeof data }).strict() })
      .parse(event);
    return event;
  });

async function listening(events: readonly string[] = ['*']) {
  const receiver = await bench.receive();
  const webhook = await bench.add(receiver.url, events);
  bench.work();
  const until = (type: string): Promise<Event> =>
    eventually(() => {
      const found = eventsAt(receiver, webhook).find((event) => event.type === type);
      if (found === undefined)
        throw new Error(`no ${type} among ${receiver.posts.map(({ body }) => JSON.parse(body).type)}`);
      return found;
    });
  return { receiver, webhook, until, all: () => eventsAt(receiver, webhook) };
}

async function enroll(more: Record<string, unknown> = {}): Promise<{ id: string; lead_id: string }> {
  const { status, body } = await bench.api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada(more) });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const at = () => new Date(bench.api.clock.now());

describe('events', () => {
  it('report an enrollment from its start to its end, in order, with whom it is about', async () => {
    await addSequence(bench.api.db, 'hello');
    const { until, all } = await listening();
    const { id, lead_id } = await enroll();
    await addLine(bench.api.db, { enrollment_id: id, at: at(), node: 'visit', type: 'performed', title: 'Visited' });
    await finishEnrollment(bench.api.db, { enrollment_id: id, node: 'end', visit: 1, outcome: 'completed', at: at() });
    await until('enrollment.finished');
    const about = { enrollment_id: id, sequence: 'hello', campaign_id: null, lead: { id: lead_id, first_name: 'Ada' } };
    expect(all()).toMatchObject([
      { type: 'enrollment.started', data: about },
      { type: 'enrollment.step', data: { ...about, node: 'visit', step: 'performed', title: 'Visited' } },
      { type: 'enrollment.finished', data: { ...about, outcome: 'completed' } },
    ]);
    expect(new Set(all().map((event) => event.id)).size).toBe(3);
  });

  it('report what was written late, of a time long ago, in its turn, and until when it lasts', async () => {
    await addSequence(bench.api.db, 'hello');
    const { id } = await enroll();
    const { until, all } = await listening();
    const about = { enrollment_id: id, node: null, detail: { until: '2026-03-09T08:00:00.000Z' } };
    await addLine(bench.api.db, { ...about, at: at(), type: 'away', title: 'Out of office' });
    const long = new Date('2026-01-05T09:00:00Z');
    await addLine(bench.api.db, { ...about, at: long, type: 'waiting', title: 'Waits for its slot' });
    await until('enrollment.waiting');
    const lasts = { until: '2026-03-09T08:00:00.000Z' };
    expect(all().slice(-2)).toMatchObject([
      { type: 'enrollment.step', data: { step: 'away', title: 'Out of office', ...lasts } },
      { type: 'enrollment.waiting', timestamp: long.toISOString(), data: { title: 'Waits for its slot', ...lasts } },
    ]);
  });

  it('report a wait where somebody asks for waits, and write none where nobody does', async () => {
    await addSequence(bench.api.db, 'hello');
    const { id } = await enroll();
    const waits = (until: Date) =>
      writeSnapshot(bench.api.db, {
        ...{ enrollment_id: id, node: 'answer', visit: 1, status: 'active', waiting_kind: 'event' },
        ...{ waiting_text: 'waits for a reply', waiting_detail: null, until, at: at() },
      });
    const until = new Date(Date.now() + 3_600_000);
    await waits(until);
    const announced = async () => (await bench.api.db.query('select from announcements')).rowCount;
    const before = await announced();
    const heard = await listening(['enrollment.waiting']);
    // The same wait, written again, is nothing new.
    await waits(until);
    expect(await announced()).toBe(before);
    const later = new Date(until.getTime() + 1000);
    await waits(later);
    expect(await heard.until('enrollment.waiting')).toMatchObject({
      data: {
        enrollment_id: id,
        node: 'answer',
        kind: 'event',
        title: 'waits for a reply',
        until: later.toISOString(),
      },
    });
    await bench.api.call('PATCH', `/api/webhooks/${heard.webhook.id}`, { status: 'paused' });
    await waits(until);
    expect(await announced()).toBe(Number(before) + 1);
  });

  it('report a reply with its whole words, once, though its author is in two sequences', async () => {
    await addSequence(bench.api.db, 'hello');
    await addSequence(bench.api.db, 'other', { enroll: { ...DEFAULT_ENROLL, active_elsewhere: false } });
    const { until, all } = await listening();
    const { lead_id } = await enroll({ profile_url: ADA_ID });
    expect(
      (await bench.api.call('POST', '/api/enrollments', { sequence: 'other', lead: ada({ profile_url: ADA_ID }) }))
        .status,
    ).toBe(201);
    const words = 'Yes, tell me more. '.repeat(100).trim();
    const event = message(ADA_ID, { message_text: words });
    await happens(bench.api, event);
    expect(await until('reply.received')).toMatchObject({
      data: {
        lead: { id: lead_id },
        account_id: 'acc_anna',
        channel: 'message',
        text: words,
        received_event_id: event.event_id,
      },
    });
    // What was written with the reply has come too, so a second one would have.
    await bench.api.call('POST', '/api/suppressions', { company: 'last' });
    await until('lead.suppressed');
    expect(all().filter(({ type }) => type === 'reply.received')).toHaveLength(1);
  });

  it('report all that the author of a mail wrote, without what it quotes, also where a person had to say that it is an answer', async () => {
    await addSequence(bench.api.db, 'hello');
    const { until } = await listening();
    await enroll({ email: 'ada@example.org' });
    const words = 'As discussed, and in some more words. '.repeat(20).trim();
    const message_text = `${words}\n\nOn Mon, 2 Mar 2026 at 09:00, Anna <anna@ours.example> wrote:\n> Shall we talk?`;
    await happens(bench.api, email({ subject: 'Automatic reply: Hello', message_text }));
    const { data } = await until('task.created');
    const decided = await bench.api.call('POST', `/api/tasks/${data.task_id}`, { decision: 'answer' });
    expect(decided.status).toBe(200);
    await happens(bench.api);
    expect(await until('reply.received')).toMatchObject({ data: { channel: 'email', text: words } });
  });

  it('report tasks, and the doubt about a message', async () => {
    await addSequence(bench.api.db, 'hello');
    const { until } = await listening();
    const { id } = await enroll();
    const task = {
      enrollment_id: id,
      node: 'invite',
      visit: 1,
      kind: 'review' as const,
      text: 'May it go?',
      preview: {},
    };
    await openTask(bench.api.db, { ...task, id: 'tsk_1', due_at: null, created_at: at() });
    const line = { enrollment_id: id, at: at(), node: 'invite' };
    await addLine(bench.api.db, { ...line, type: 'needs_person', title: 'May it go?', detail: { task_id: 'tsk_1' } });
    expect(await until('task.created')).toMatchObject({
      data: { task_id: 'tsk_1', kind: 'review', text: 'May it go?' },
    });
    expect((await bench.api.call('POST', '/api/tasks/tsk_1', { decision: 'approve', note: 'fine' })).status).toBe(200);
    expect(await until('task.decided')).toMatchObject({
      data: { task_id: 'tsk_1', status: 'done', decision: 'approve', note: 'fine' },
    });
    const detail = { account_id: 'acc_anna', category: 'invitations', action: 'invite' };
    await addLine(bench.api.db, { ...line, type: 'unknown', title: 'Nobody knows', detail });
    expect(await until('message.in_doubt')).toMatchObject({ data: { account_id: 'acc_anna', action: 'invite' } });
  });

  it('report campaigns: started, paused, resumed and finished', async () => {
    await addSequence(bench.api.db, 'hello');
    const { until, all } = await listening(['campaign.*']);
    const { body } = await bench.api.call('POST', '/api/campaigns', {
      ...{ name: 'Lyon', sequence: 'hello', source: { leads: [ada()] } },
    });
    expect(await until('campaign.started')).toMatchObject({
      data: { campaign_id: body.id, name: 'Lyon', resumed: false },
    });
    await bench.api.call('POST', `/api/campaigns/${body.id}/pause`, { note: 'budget' });
    expect(await until('campaign.paused')).toMatchObject({
      data: { campaign_id: body.id, state: 'paused', by_itself: false, reason: 'budget' },
    });
    await bench.api.call('POST', `/api/campaigns/${body.id}/resume`, {});
    await eventually(() => expect(all().map(({ data }) => data.resumed)).toContain(true));
    // As when its rows were read, and nobody was taken.
    await bench.api.db.query(`update campaigns set status = 'running'`);
    expect(await until('campaign.finished')).toMatchObject({ data: { campaign_id: body.id, enrolled: 0 } });
  });

  it('report accounts: paused by themselves and by a person, disconnected and recovered', async () => {
    const { until, all } = await listening(['account.*']);
    await bench.api.db.query(`update accounts set name = 'Anna Keller' where id = 'acc_anna'`);
    await bench.api.call('POST', '/api/accounts/acc_anna/pause', {});
    expect(await until('account.paused')).toMatchObject({ data: { account_id: 'acc_anna', name: 'Anna Keller' } });
    await bench.api.call('POST', '/api/accounts/acc_anna/resume', {});
    expect(await until('account.recovered')).toMatchObject({ data: { after: 'pause' } });
    const account = {
      ...{ id: 'acc_anna', platform: 'professional' as const, name: 'Anna Keller', email: null, country: 'FR' },
      ...{ products: [], daily_limit: null },
    };
    await saveAccount(bench.api.db, { ...account, status: 'inactive' }, at());
    expect(await until('account.disconnected')).toMatchObject({ data: { account_id: 'acc_anna' } });
    await saveAccount(bench.api.db, { ...account, status: 'connected' }, at());
    await eventually(() =>
      expect(all().at(-1)).toMatchObject({ type: 'account.recovered', data: { after: 'disconnection' } }),
    );
    const rules = { days: 7, at_least: 0, bounces: 0, complaints: 0 };
    await bench.api.db.query(`insert into mail_troubles values ('evt_x', 'acc_mail', 'bounce', $1)`, [at()]);
    await bench.api.db.transaction((tx) => guardMailbox(tx, 'acc_mail', rules, at()));
    await eventually(() =>
      expect(all().at(-1)).toMatchObject({ type: 'account.paused', data: { account_id: 'acc_mail', by_itself: true } }),
    );
  });

  it('report each label that is given, changed or taken off, by a person, to many at once or by itself, and none that was not', async () => {
    await addSequence(bench.api.db, 'hello');
    const { lead_id } = await enroll({ profile_url: ADA_ID, email: 'ada@example.org' });
    const { all } = await listening(['reply.labeled']);
    const received = () => all().map(({ data }) => [data.label, data.until]);
    const tells = (...labels: (readonly [string | null, string | null])[]) =>
      eventually(() => expect(received()).toEqual(labels));
    await happens(bench.api, message(ADA_ID));
    await follow(bench.api);
    const [{ id }] = (await bench.api.call('GET', `/api/conversations?lead_id=${lead_id}`)).body.items;
    const label = (body: object, query = '') => bench.api.call('POST', `/api/conversations/${id}/label${query}`, body);
    await label({ label: 'interested' }, '?dry_run=true');
    await label({ label: 'interested' });
    await label({ label: 'interested' });
    const until = new Date(bench.api.clock.now() + 86_400_000).toISOString();
    await label({ label: 'not_now', until });
    const handled = { action: 'label', label: null, filter: { lead_id } };
    expect((await bench.api.call('POST', '/api/conversations/handle', handled)).body.matched).toBe(1);
    await tells(['interested', null], ['not_now', until], [null, null]);
    expect(all()[0]).toMatchObject({ data: { conversation_id: id, lead: { id: lead_id } } });
    const automatic = { headers: { 'Auto-Submitted': 'auto-replied' }, message_text: 'I am away.' };
    await happens(bench.api, email({ sender: { name: 'Ada', email: 'ada@example.org' }, ...automatic }));
    await follow(bench.api);
    await tells(['interested', null], ['not_now', until], [null, null], ['out_of_office', null]);
  });

  it('report changes of the do-not-contact list and of sequences', async () => {
    const { until } = await listening();
    const text = 'sequence: fresh\nsteps:\n  - visit\n';
    expect((await bench.api.call('POST', '/api/sequences', text)).status).toBe(201);
    expect(await until('sequence.published')).toMatchObject({
      data: { sequence: 'fresh', version: 1, rolled_back: false },
    });
    const { body } = await bench.api.call('POST', '/api/suppressions', { email: 'Ada@Example.org', reason: 'asked' });
    expect(await until('lead.suppressed')).toMatchObject({
      data: { suppression_id: body.id, kind: 'email', value: 'ada@example.org', reason: 'asked', lead: null },
    });
  });

  it('report that somebody was erased, by ids alone, and drop what was still to be reported of them', async () => {
    await addSequence(bench.api.db, 'hello');
    const { lead_id } = await enroll();
    const { receiver, until } = await listening(['lead.erased']);
    await bench.api.call('DELETE', `/api/leads/${lead_id}?dry_run=true`);
    const { body } = await bench.api.call('DELETE', `/api/leads/${lead_id}`);
    expect((await until('lead.erased')).data).toEqual({ lead_id, receipt_id: body.receipt_id });
    expect((await bench.api.call('DELETE', `/api/leads/${lead_id}`)).status).toBe(404);
    await bench.api.call('POST', '/api/suppressions', { company: 'after' });
    // What the worker removes later, too, leaves it to be read again.
    await eraseAll(erasingOf(bench.api));
    const kept = await bench.api.db.query(`select payload from outgoing_events`);
    expect(kept.rows.map(({ payload }) => JSON.parse(String(payload)).type)).toEqual(['lead.erased']);
    expect(receiver.posts).toHaveLength(1);
  });

  it('are for whom asks for them, from when it was added on', async () => {
    await bench.api.call('POST', '/api/suppressions', { company: 'before' });
    const { receiver, until } = await listening(['lead.suppressed']);
    const others = await bench.receive();
    await bench.add(others.url, ['campaign.*', 'reply.received']);
    await bench.api.call('POST', '/api/suppressions', { company: 'after' });
    expect(await until('lead.suppressed')).toMatchObject({ data: { value: 'after' } });
    expect([receiver.posts.length, others.posts.length]).toEqual([1, 0]);
    // The text of what nobody asked for is kept nowhere.
    const { rows } = await bench.api.db.query('select type from outgoing_events');
    expect(rows).toEqual([{ type: 'lead.suppressed' }]);
  });
});
