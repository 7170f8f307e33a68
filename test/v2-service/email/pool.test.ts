import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseMailbox, type PooledMailbox } from '../../../src/v2/service/actions/messages/choose-mailbox.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const mailbox = (email: string, daily_limit = 50) => sandbox.account({ platform: 'email', email, daily_limit });
const call = (account: string, params: object) =>
  sandbox.call('POST', '/v2/messages', {
    account_id: account,
    action: 'send',
    params: { to: 'jo@works.example', message_text: 'Hi', ...params },
  });
const sentFrom = async (account: string, params: object) => {
  const answer = await call(account, params);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data.data.sent_from;
};

describe('a pool of mailboxes [messages/send.account_ids]', () => {
  it('is spread over by what each has left, while log and charge stay with the account of the call', async () => {
    const caller = await mailbox('caller@one.example');
    const pool = [await mailbox('first@one.example', 5), await mailbox('second@one.example', 5)];
    const senders = [];
    for (let i = 0; i < 4; i++) senders.push(await sentFrom(caller, { account_ids: pool }));
    expect(senders).toEqual(['first@one.example', 'second@one.example', 'first@one.example', 'second@one.example']);
    const answer = await call(caller, { account_ids: pool });
    expect(answer.body).toMatchObject({
      data: { data: { sent_from: 'first@one.example', mailbox_health: { sends_today: 3, daily_limit: 5 } } },
      metadata: { account_id: caller, credits_consumed: 1 },
    });
    const logs = await sandbox.call('GET', `/v2/logs?action=send&account_id=${caller}`);
    expect(logs.body.data.total).toBe(5);
    const received = await sandbox.received('jo@works.example');
    expect(received.at(-1)).toMatchObject({
      account_id: pool[0],
      headers: { From: expect.stringContaining('first@one.example') },
    });
    expect((await sandbox.act('messages', caller, 'list_inbox', { label_ids: ['sent'] })).conversations).toEqual([]);
    expect(
      (await sandbox.act('messages', pool[0] ?? '', 'list_inbox', { label_ids: ['sent'] })).conversations,
    ).toHaveLength(3);
  });

  it('answers a thread from the mailbox that holds it', async () => {
    const pool = [await mailbox('a@two.example'), await mailbox('b@two.example')];
    const [one = '', two = ''] = pool;
    const first = await sandbox.act('messages', two, 'send', { to: 'jo@two.example', message_text: 'Hi' });
    const params = { account_ids: pool, thread_ref: first.data.message_id };
    expect(await sentFrom(one, params)).toBe('b@two.example');
    expect(await sentFrom(one, { account_ids: pool })).toBe('a@two.example');
  });

  it("prefers the recipient's provider, then the mailbox whose mails come back least", async () => {
    const person = await sandbox.person({ email: 'back@three.example' });
    const pool = [await mailbox('x@three.example'), await mailbox('y@gmail.example'), await mailbox('z@three.example')];
    await sandbox.act('messages', pool[0] ?? '', 'send', { to: person.email, message_text: 'Hi' });
    await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: pool[0], do: 'bounce' });
    expect(await sentFrom(pool[0] ?? '', { account_ids: pool, to: 'jo@googlemail.example' })).toBe('y@gmail.example');
    expect(await sentFrom(pool[0] ?? '', { account_ids: pool, to: 'jo@three.example' })).toBe('z@three.example');
  });

  it('skips mailboxes that are not connected, and is refused where none is', async () => {
    const pool = [await mailbox('off@four.example'), await mailbox('on@four.example')];
    const [off = '', on = ''] = pool;
    await sandbox.control('POST', `/accounts/${off}/expire`, {});
    expect(await sentFrom(on, { account_ids: pool })).toBe('on@four.example');
    expect(await call(on, { account_ids: [off] })).toMatchObject({
      status: 403,
      body: { error: { code: 'ACCOUNT_INACTIVE' }, metadata: { credits_consumed: 0 } },
    });
  });

  it("takes the caller's own mailboxes alone [auth#2]", async () => {
    const own = await mailbox('own@five.example');
    const other = await sandbox.control('POST', '/users', {});
    const foreign = await sandbox.call('POST', '/sandbox/accounts', { platform: 'email' }, other.api_key);
    for (const id of [foreign.body.account_id, 'acc_unknown']) {
      expect(await call(own, { account_ids: [own, id] })).toMatchObject({
        status: 404,
        body: { error: { code: 'INVALID_ACCOUNT' } },
      });
    }
    const professional = await sandbox.account();
    expect(await call(own, { account_ids: [professional] })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMS' } },
    });
    expect((await call(own, { account_ids: [] })).body.error.code).toBe('INVALID_PARAMS');
  });

  it('counts exactly and never stands still where mailboxes route to each other at once', async () => {
    const pool = [await mailbox('p@six.example', 6), await mailbox('q@six.example', 6)];
    const calls = Array.from({ length: 12 }, (_, i) => call(pool[i % 2] ?? '', { account_ids: pool.toReversed() }));
    const receipts = (await Promise.all(calls)).map(({ body }) => body.data.data);
    // No two of them saw the same state of a mailbox.
    const states = receipts.map(({ sent_from, mailbox_health }) => `${sent_from} ${mailbox_health.sends_today}`);
    const six = [1, 2, 3, 4, 5, 6];
    expect(states.sort()).toEqual(['p', 'q'].flatMap((name) => six.map((count) => `${name}@six.example ${count}`)));
  });
});

describe('the choice of a mailbox', () => {
  const plain: PooledMailbox = {
    holds_thread: false,
    home_court: false,
    sends_today: 0,
    daily_limit: 10,
    bounce_rate: 0,
  };
  it.each<[string, Partial<PooledMailbox>, Partial<PooledMailbox>]>([
    ['its thread before everything', { holds_thread: true, sends_today: 10, bounce_rate: 0.5 }, { home_court: true }],
    ['room left today before the provider', {}, { home_court: true, sends_today: 10 }],
    ['the provider before health', { home_court: true, bounce_rate: 0.5 }, {}],
    ['health before what is left', { sends_today: 9 }, { bounce_rate: 0.1 }],
    ['most left', { daily_limit: null, sends_today: 40 }, { sends_today: 1 }],
    ['the order of the pool between equals', {}, {}],
    ['the order of the pool between two without a limit', { daily_limit: null }, { daily_limit: null }],
  ])('goes by %s', (_by, better, other) => {
    const [first, second] = [
      { ...plain, ...better },
      { ...plain, ...other },
    ];
    expect(chooseMailbox([first, second])).toBe(first);
    if (JSON.stringify(first) !== JSON.stringify(second)) expect(chooseMailbox([second, first])).toBe(first);
  });
});
