import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawAnswer } from '../../src/runtime/answers/withdraw-answer.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { insertSuppression } from '../../src/runtime/store/suppressions/insert-suppression.ts';
import { carryThrough, EMAIL, INMAIL } from '../activities/bench.ts';
import { type AnswerBench, openAnswerBench } from './answer-bench.ts';

let bench: AnswerBench;
let anna: { id: string; channel: 'professional' };
let mailbox: { id: string; channel: 'email' };
let phone: { id: string; channel: 'messenger' };

beforeAll(async () => {
  bench = await openAnswerBench();
  anna = { id: await bench.sender(), channel: 'professional' };
  mailbox = { id: await bench.sender({ platform: 'email', email: 'anna@mail.example' }), channel: 'email' };
  phone = { id: await bench.sender({ platform: 'messenger', phone_number: '+33611111111' }), channel: 'messenger' };
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());

describe('an answer goes out in the form of its channel', () => {
  it('as a message on the professional network', async () => {
    const ada = await bench.correspondent(anna);
    await bench.writes(ada, 'Tell me more');
    const answer = await bench.written(ada, 'Gladly: shall we talk on Tuesday?');
    expect(answer).toMatchObject({ state: 'waiting', channel: 'message', author: 'Anna Keller' });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    expect(await bench.received(ada)).toMatchObject([{ kind: 'message', text: 'Gladly: shall we talk on Tuesday?' }]);
    expect(await bench.titles(ada.id)).toContain('Anna Keller answered Ada by message');
  });

  it('as an InMail where they wrote in one', async () => {
    const ada = await bench.correspondent(anna, { nodes: [INMAIL], person: { degree: 3 } });
    expect(await carryThrough(bench, bench.activities(bench.v2), ada, 'inmail')).toMatchObject({ status: 'done' });
    await bench.writes(ada, 'Which job?', 'inmail');
    const answer = await bench.written(ada, 'The one in Paris');
    expect(answer).toMatchObject({ channel: 'inmail', subject: 'Re: A job' });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    expect((await bench.received(ada)).at(-1)).toMatchObject({ kind: 'inmail', text: 'The one in Paris' });
  });

  it('as a mail in the thread that they wrote in last', async () => {
    const ada = await bench.correspondent(mailbox, { nodes: [EMAIL] });
    expect(await carryThrough(bench, bench.activities(bench.v2), ada, 'email')).toMatchObject({ status: 'done' });
    await bench.writes(ada, 'Which job?', 'email');
    const answer = await bench.written(ada, 'The one in Paris');
    expect(answer).toMatchObject({ channel: 'email', subject: 'Re: A job', address: { to: ada.email } });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    const [first, last] = await bench.received(ada);
    expect(last).toMatchObject({ kind: 'email', text: 'The one in Paris', subject: 'Re: A job' });
    // It answers their mail, which answered ours.
    const { 'In-Reply-To': answered, References: thread } = last?.headers ?? {};
    const ours = first?.headers?.['Message-ID'];
    expect(ours).toMatch(/^<.+>$/);
    expect(answered).toMatch(/^<.+>$/);
    expect(answered).not.toBe(ours);
    expect(thread).toBe(`${ours} ${answered}`);
    expect(last?.headers).toMatchObject({ 'X-Overture-Intent': `${answer.id}/answer/1` });
    expect(last?.headers).not.toHaveProperty('List-Unsubscribe');
  });

  it('as a message of the messenger', async () => {
    const ada = await bench.correspondent(phone);
    await bench.writes(ada, 'Who is this?', 'messenger');
    const answer = await bench.written(ada, 'Anna, from Acme');
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    expect((await bench.received(ada)).at(-1)).toMatchObject({ text: 'Anna, from Acme' });
  });
});

describe('its files go with it', () => {
  const file = { filename: 'offer.pdf', data: Buffer.from('%PDF-1.4 an offer').toString('base64') };

  it.each([
    ['the professional network', () => anna, 'classic'],
    ['a mailbox', () => mailbox, 'email'],
    ['the messenger', () => phone, 'messenger'],
  ] as const)('by %s', async (_, account, channel) => {
    const ada = await bench.correspondent(account());
    await bench.writes(ada, 'What do you offer?', channel);
    const subject = channel === 'email' ? { subject: 'Our offer' } : {};
    const answer = await bench.written(ada, 'Here it is', { attachments: [file], ...subject });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    expect((await bench.received(ada)).at(-1)).toMatchObject({
      text: 'Here it is',
      attachments: [{ name: 'offer.pdf', size: 17 }],
    });
  });

  it('and alone, where nothing is said', async () => {
    const ada = await bench.correspondent(phone);
    await bench.writes(ada, 'What do you offer?', 'messenger');
    const answer = await bench.written(ada, '', { attachments: [file] });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    expect((await bench.received(ada)).at(-1)).toMatchObject({ attachments: [{ name: 'offer.pdf' }] });
  });
});

describe('one request is one answer', () => {
  it('however often and by however many at once it is made', async () => {
    const ada = await bench.correspondent(anna);
    await bench.writes(ada, 'Tell me more');
    const last_seen = await bench.lastSeen(ada);
    const clicks = Array.from({ length: 8 }, () => bench.write(ada, 'Gladly', { request_key: 'clicked', last_seen }));
    const written = await Promise.all(clicks);
    expect(new Set(written.map((one) => (one.kind === 'written' ? one.answer.id : one.kind))).size).toBe(1);
    expect(written.filter((one) => one.kind === 'written' && one.fresh)).toHaveLength(1);
    const [first] = written;
    const id = first?.kind === 'written' ? first.answer.id : '';
    await Promise.all(Array.from({ length: 8 }, () => bench.perform(id)));
    expect(await bench.received(ada)).toHaveLength(1);
  });

  it('and another text under its key is refused', async () => {
    const ada = await bench.correspondent(anna);
    const last_seen = await bench.lastSeen(ada);
    await bench.written(ada, 'Hello', { request_key: 'once', last_seen });
    expect(await bench.write(ada, 'Good day', { request_key: 'once', last_seen })).toEqual({ kind: 'key_reused' });
  });
});

describe('what its author has not seen', () => {
  it('stops a second author who clicks at the same moment', async () => {
    const ada = await bench.correspondent(anna);
    await bench.writes(ada, 'Tell me more');
    const last_seen = await bench.lastSeen(ada);
    const all = await Promise.all([
      bench.write(ada, 'Gladly', { last_seen }),
      bench.write(ada, 'With pleasure', { last_seen, by: { id: 'key_ben', name: 'Ben', within: null } }),
    ]);
    expect(all.map(({ kind }) => kind).sort()).toEqual(['refused', 'written']);
    expect(all.find(({ kind }) => kind === 'refused')).toMatchObject({ why: { code: 'answered_meanwhile' } });
  });

  it('stops it at the last moment too: they wrote while it could be taken back', async () => {
    const ada = await bench.correspondent(anna);
    await bench.writes(ada, 'Tell me more');
    const answer = await bench.written(ada, 'Gladly');
    await bench.writes(ada, 'Forget it, I have found a job');
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'not_sent', error_code: 'answered_meanwhile' });
    expect(await bench.received(ada)).toEqual([]);
  });

  it('is what they could see: of who is limited to an account, what comes on that alone, when it is written and when it goes', async () => {
    const ada = await bench.correspondent(anna);
    const by = { id: 'key_anna', name: 'Anna Keller', within: [anna.id] };
    await bench.writes(ada, 'Tell me more');
    const first = await bench.written(ada, 'Gladly', { by });
    await bench.writes({ ...ada, account_id: phone.id }, 'Hello, Ben', 'messenger');
    expect(await bench.perform(first.id)).toMatchObject({ state: 'sent' });
    const second = await bench.written(ada, 'Shall we talk on Tuesday?', { by, last_seen: first.id });
    await bench.writes(ada, 'I have found a job');
    expect(await bench.perform(second.id)).toMatchObject({ state: 'not_sent', error_code: 'answered_meanwhile' });
  });

  it('is none of it where one writes twice in a row, and the first goes first', async () => {
    const ada = await bench.correspondent(anna);
    await bench.writes(ada, 'Tell me more');
    const first = await bench.written(ada, 'Gladly');
    const second = await bench.written(ada, 'Shall we talk on Tuesday?');
    expect(await bench.perform(second.id)).toMatchObject({ state: 'waiting' });
    expect(await bench.perform(first.id)).toMatchObject({ state: 'sent' });
    expect(await bench.perform(second.id)).toMatchObject({ state: 'sent' });
    expect((await bench.received(ada)).map(({ text }) => text)).toEqual(['Gladly', 'Shall we talk on Tuesday?']);
  });
});

describe('the do-not-contact list', () => {
  const suppress = (lead_id: string, id: string) =>
    insertSuppression(bench.db, { id, kind: 'lead', value: lead_id, reason: 'asked by phone', created_at: new Date() });

  it('asks for a confirmation, which holds against what was shown alone', async () => {
    const ada = await bench.correspondent(anna);
    await bench.writes(ada, 'Tell me more');
    await suppress(ada.lead_id, `sup_${ada.lead_id}`);
    const refused = await bench.write(ada, 'Gladly');
    expect(refused).toMatchObject({ why: { code: 'do_not_contact', entries: [{ id: `sup_${ada.lead_id}` }] } });
    const answer = await bench.written(ada, 'Gladly', { confirm: [`sup_${ada.lead_id}`] });
    await insertSuppression(bench.db, {
      ...{ id: `sup_new_${ada.lead_id}`, kind: 'email', value: ada.email.toLowerCase() },
      ...{ reason: 'unsubscribed', created_at: new Date() },
    });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'not_sent', error_code: 'do_not_contact' });
    expect(await bench.received(ada)).toEqual([]);
  });

  it('stops who is limited to an account for good, and says no more than that', async () => {
    const ada = await bench.correspondent(anna);
    const by = { id: 'key_anna', name: 'Anna Keller', within: [anna.id] };
    await bench.writes(ada, 'Tell me more');
    const answer = await bench.written(ada, 'Gladly', { by, confirm: [`sup_${ada.lead_id}`] });
    await suppress(ada.lead_id, `sup_${ada.lead_id}`);
    expect(await bench.perform(answer.id)).toMatchObject({
      ...{ state: 'not_sent', error_code: 'do_not_contact', error_text: 'They are on the do-not-contact list' },
    });
    expect(await bench.received(ada)).toEqual([]);
  });

  it('lets it go where it was confirmed', async () => {
    const ada = await bench.correspondent(anna);
    await bench.writes(ada, 'Tell me more');
    await suppress(ada.lead_id, `sup_${ada.lead_id}`);
    const answer = await bench.written(ada, 'Gladly', { confirm: [`sup_${ada.lead_id}`] });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
  });
});

describe('taking back', () => {
  it('ends it for good, and who takes back and who sends cannot both be first', async () => {
    const deps = { db: bench.db, clock: bench.clock, profiles: [], findPlan: createPlanCache() };
    for (let round = 0; round < 10; round++) {
      const ada = await bench.correspondent(anna);
      await bench.writes(ada, 'Tell me more');
      const answer = await bench.written(ada, 'Gladly');
      const [withdrawn, sent] = await Promise.all([withdrawAnswer(deps, answer.id), bench.perform(answer.id)]);
      const received = await bench.received(ada);
      expect([withdrawn.kind, received.length]).toEqual(received.length === 1 ? ['too_late', 1] : ['withdrawn', 0]);
      expect((await bench.perform(answer.id)).state).toBe(received.length === 1 ? 'sent' : 'withdrawn');
      expect(sent.id).toBe(answer.id);
    }
  });
});

describe('the limits of its account', () => {
  it('are never exceeded: where none is left today, it waits and says until when', async () => {
    const account = { id: await bench.sender(), channel: 'professional' as const };
    const plan = { limits: { message: [{ count: 1, per: 'day' as const }] } };
    const [ada, bea] = [await bench.correspondent(account, { plan }), await bench.correspondent(account, { plan })];
    const first = await bench.written(ada, 'Hello Ada');
    const second = await bench.written(bea, 'Hello Bea');
    expect(await bench.perform(first.id)).toMatchObject({ state: 'sent' });
    const waits = await bench.perform(second.id);
    expect(waits).toMatchObject({
      state: 'waiting',
      waiting_text: 'waits for its slot: 1 of 1 messages of Anna used today',
    });
    expect(await bench.received(bea)).toEqual([]);
    bench.travel(waits.due_at?.getTime() ?? 0);
    expect(await bench.perform(second.id)).toMatchObject({ state: 'sent' });
    const { rows } = await bench.db.query(
      `select local_day::text, count(*)::int from slots where account_id = $1 group by 1 order by 1`,
      [account.id],
    );
    expect(rows.map(({ count }) => count)).toEqual([1, 1]);
  });
});
