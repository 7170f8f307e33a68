import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeNext } from '../../src/runtime/erasure/purge-next.ts';
import { announce } from '../../src/runtime/store/announcements/announce.ts';
import { advanced } from '../../src/shared/kit/clock.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { follow, sent } from '../conversations/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { email, happens, message } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { webhookWork } from '../webhooks/bench.ts';
import { searchEverywhere } from './fixtures.ts';

const PROFILE = 'https://professional.example/in/ada-lovelace';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi({ allow_private_webhooks: true });
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

const pass = (days: number) => api.clock.set(advanced(api.clock.setting(), Date.now(), days * DAY));
const set = (body: object) => api.call('PUT', '/api/settings/retention', body);
async function purgeAll(): Promise<void> {
  while (await purgeNext({ db: api.db, clock: api.clock, purgeLogs: () => 0 }));
  await follow(api);
}
const enroll = async (): Promise<{ id: string; lead_id: string }> =>
  (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada({ email: 'ada@example.org' }) })).body;
const conversationOf = async (lead_id: string) =>
  (await api.call('GET', `/api/conversations?lead_id=${lead_id}`)).body.items[0];
const end = (id: string) =>
  api.db.query(`update enrollments set status = 'finished', outcome = 'completed', finished_at = $2 where id = $1`, [
    id,
    new Date(api.clock.now()),
  ]);

describe('the words of messages, once they are kept no longer,', () => {
  it('are in no row: neither where the step and the event were, nor in the inbox, a quote, an answer, a task or what a webhook was sent', async () => {
    const hooks = await webhookWork(api);
    await api.call('POST', '/api/webhooks', { url: hooks.receiver.url, events: ['*'] });
    const { id, lead_id } = await enroll();
    await sent(api, id, { params: { message_text: 'Our zirconium question' } });
    await happens(api, message(PROFILE, { message_text: 'Their zirconium answer' }));
    await follow(api);
    const { id: conversation, last_message } = await conversationOf(lead_id);
    const wrote = await api.call(
      'POST',
      `/api/conversations/${conversation}/messages`,
      { text: 'Our zirconium thanks', last_seen: last_message.id },
      { headers: { 'idempotency-key': 'thanks' } },
    );
    expect(wrote.status, JSON.stringify(wrote.body)).toBe(201);
    await api.db.query(`update answers set state = 'sent', ended_at = $1`, [new Date(api.clock.now())]);
    await api.db.query('delete from idempotent_requests');
    await eventually(() =>
      expect(hooks.receiver.posts.map(({ body }) => JSON.parse(body).type)).toContain('reply.received'),
    );
    await hooks.close();
    await end(id);
    const where = [
      'answers.text',
      'audit_log.after',
      'conversations.last_text',
      'conversations.words',
      'events.payload',
      'intents.request',
    ];
    expect(await searchEverywhere(api.db, ['zirconium'])).toEqual([
      ...where,
      'outgoing_events.payload',
      'timeline.detail',
    ]);

    await set({ messages: 30 });
    await purgeAll();
    expect(await searchEverywhere(api.db, ['zirconium'])).toHaveLength(8);
    await pass(31);
    await set({ messages: 30 });
    await purgeAll();
    expect(await searchEverywhere(api.db, ['zirconium'])).toEqual([]);
    // That they were written stays.
    const { messages, last_message: last } = await conversationOf(lead_id);
    expect({ messages, by: last.by, text: last.text }).toEqual({ messages: 2, by: 'them', text: '' });
  });

  it('of a mail that asks for a decision are kept until it is decided', async () => {
    await enroll();
    await happens(api, email({ subject: 'Automatic reply: Hello', message_text: 'As discussed, zirconium it is.' }));
    const task = async () => (await api.call('GET', '/api/tasks?status=open')).body.items[0];
    expect(await task()).toMatchObject({ kind: 'unclear_reply' });
    await pass(31);
    await set({ messages: 30 });
    await purgeAll();
    expect(await searchEverywhere(api.db, ['zirconium'])).toContain('events.payload');
    expect((await api.call('POST', `/api/tasks/${(await task()).id}`, { decision: 'answer' })).status).toBe(200);
    await happens(api);
    await set({ messages: 30 });
    await purgeAll();
    expect(await searchEverywhere(api.db, ['zirconium'])).not.toContain('events.payload');
  });

  it('take the notes about a conversation along, where it was put off as long after the day on which it comes back', async () => {
    const { lead_id } = await enroll();
    await happens(api, message(PROFILE, { message_text: 'Call me after the summer.' }));
    await follow(api);
    const { id } = await conversationOf(lead_id);
    const until = new Date(api.clock.now() + 20 * DAY).toISOString();
    expect((await api.call('POST', `/api/conversations/${id}/note`, { text: 'Asked for zirconium.' })).status).toBe(
      201,
    );
    expect((await api.call('POST', `/api/conversations/${id}/snooze`, { until })).status).toBe(200);
    const noted = ['audit_log.after', 'conversation_notes.text'];
    await pass(31);
    await set({ messages: 30 });
    await purgeAll();
    expect(await searchEverywhere(api.db, ['zirconium'])).toEqual(noted);
    await pass(20);
    await set({ messages: 30 });
    await purgeAll();
    expect(await searchEverywhere(api.db, ['zirconium'])).toEqual([]);
    // That somebody noted something stays.
    expect((await api.call('GET', `/api/conversations/${id}`)).body.notes).toHaveLength(1);
  });

  it('still say what they meant: an absence known by its words alone is no answer when it is read again', async () => {
    const { id, lead_id } = await enroll();
    const words = 'Thank you for your mail. I am out of the office until 3 March and will answer when I am back.';
    await happens(api, email({ subject: 'Out of office', message_text: words, headers: {} }));
    await follow(api);
    const before = await conversationOf(lead_id);
    expect(before).toMatchObject({ unread: 0, state: 'done', label: 'out_of_office' });
    await pass(31);
    await set({ messages: 30 });
    await purgeAll();
    expect(await searchEverywhere(api.db, ['out of the office'])).toEqual([]);
    await sent(api, id, { account_id: 'acc_mail', limit_class: 'email' });
    await follow(api);
    expect(await conversationOf(lead_id)).toMatchObject({ unread: 0, state: 'done', label: 'out_of_office' });
    // As a merge does, which reads again what both have caused.
    await api.db.query(`update events set state = 'pending'`);
    await happens(api);
    const { body } = await api.call('GET', `/api/enrollments/${id}`);
    expect(body).toMatchObject({ outcome: null, replied_at: null });
  });
});

it('what webhooks and streams announced besides goes with the lines, but for what has still to be sent', async () => {
  const announcement = { type: 'campaign.finished' as const, detail: { title: 'zirconium' } };
  await announce(api.db, { ...announcement, at: new Date(api.clock.now()) });
  await api.call('POST', '/api/webhooks', { url: 'https://crm.example/hook', events: ['campaign.*'] });
  await announce(api.db, { ...announcement, at: new Date(api.clock.now()) });
  await pass(31);
  await announce(api.db, { ...announcement, at: new Date(api.clock.now()) });
  await set({ timelines: 30 });
  await purgeAll();
  expect((await api.db.query('select from announcements')).rowCount).toBe(2);
  await api.db.query(`update webhooks set cursor = 1000000`);
  await set({ timelines: 30 });
  await purgeAll();
  expect((await api.db.query('select from announcements')).rowCount).toBe(1);
});
