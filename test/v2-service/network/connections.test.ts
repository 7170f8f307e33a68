import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const network = (account_id: string, action: string, params: object = {}) =>
  sandbox.call('POST', '/v2/network', { account_id, action, params });
const cached = async (account: string, params: object = {}) => {
  const { body } = await network(account, 'list_connections', { use_cache: true, count: 1000, ...params });
  expect(body.metadata.credits_consumed).toBe(0);
  return body.data;
};
const urls = (data: { connections: { profile_url: string }[] }) => data.connections.map((each) => each.profile_url);
const live = async (account: string) =>
  urls(await sandbox.act('network', account, 'list_connections', { count: 1000 }));

async function subscribe(account_id: string, body: object = { url: 'https://hook.example/x', events: ['all'] }) {
  const answer = await sandbox.call('POST', '/v2/webhooks', { account_id, ...body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data.webhook_id as string;
}

/** Somebody who has just accepted an invitation of the account. */
async function newConnection(account: string, given: object = {}) {
  const person = await sandbox.person(given);
  await sandbox.act('network', account, 'invite', { profile_url: person.url });
  await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, do: 'accept_invitation' });
  return person;
}

describe('list_connections', () => {
  it('shows the newest first, without a word of the copy [network/list_connections record/connection.*]', async () => {
    const account = await sandbox.account();
    const person = await newConnection(account, { first_name: 'Ada', last_name: 'Quill', job_title: 'Engineer' });
    const data = await sandbox.act('network', account, 'list_connections');
    expect(data.connections[0]).toEqual({
      name: 'Ada Quill',
      job_title: 'Engineer',
      profile_url: person.url,
      profile_picture: expect.stringMatching(/^https:/),
    });
    expect(Object.keys(data).sort()).toEqual(['connections', 'pagination', 'total_available_results', 'total_results']);
  });

  it('is the connections of this account, and of no other', async () => {
    const [account, other] = [await sandbox.account(), await sandbox.account()];
    const person = await newConnection(account);
    expect(await live(account)).toContain(person.url);
    expect(await live(other)).not.toContain(person.url);
  });
});

describe('the stored copy', () => {
  it('is not there without a subscription [network/list_connections.use_cache]', async () => {
    const account = await sandbox.account();
    expect(await cached(account)).toEqual({
      connections: [],
      total_results: 0,
      total_available_results: 0,
      pagination: {
        offset: 0,
        count: 0,
        next_offset: null,
        has_more: false,
        results_per_page: 100,
        pages_fetched: 1,
      },
      source: 'cache',
      cache_synced: false,
      cache_synced_at: null,
    });
    const bounces = { url: 'https://hook.example/x', events: ['message_received'] };
    await subscribe(account, bounces);
    expect(await cached(account)).toMatchObject({ cache_synced: false });
  });

  it('is read whole at the subscription, in the order of the live list, for 0 credits [network/list_connections.use_cache credits#8]', async () => {
    const account = await sandbox.account();
    await newConnection(account);
    await newConnection(account);
    await subscribe(account, { url: 'https://hook.example/x', events: ['accepted_invitation'] });
    const copy = await cached(account);
    expect(copy).toMatchObject({ source: 'cache', cache_synced: true });
    expect(urls(copy)).toEqual(await live(account));
    const page = await cached(account, { count: 2, offset: 1 });
    expect(page.connections).toEqual(copy.connections.slice(1, 3));
    expect(page).toMatchObject({ source: 'cache', pagination: { next_offset: 3 } });
  });

  it('learns each detected acceptance and nothing else; its date is that of its newest connection', async () => {
    const account = await sandbox.account();
    await subscribe(account, {});
    const before = await cached(account);
    await sandbox.advance('P1D');
    const person = await newConnection(account);
    const at = sandbox.service.clock.now();
    const after = await cached(account);
    expect(urls(after)).toEqual([person.url, ...urls(before)]);
    expect(Math.abs(Date.parse(after.cache_synced_at) - at)).toBeLessThan(60_000);
    expect(Date.parse(after.cache_synced_at)).toBeGreaterThan(Date.parse(before.cache_synced_at));
    // Became a connection behind the service's back: the network knows, the copy does not.
    const unseen = await sandbox.person({ degree: 1 });
    expect(await live(account)).toContain(unseen.url);
    expect(urls(await cached(account))).not.toContain(unseen.url);
  });

  it('learns of an invitation that the account accepted itself', async () => {
    const account = await sandbox.account();
    await subscribe(account);
    const person = await sandbox.person();
    await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, do: 'invite_me' });
    const { invitations } = await sandbox.act('network', account, 'list_invitations');
    const { entity_urn, shared_secret } = invitations[0];
    await sandbox.act('network', account, 'accept', { entity_urn, shared_secret });
    expect(urls(await cached(account))[0]).toBe(person.url);
  });

  it('learns what a lost session missed once it is back', async () => {
    const account = await sandbox.account();
    await subscribe(account);
    const person = await sandbox.person();
    await sandbox.act('network', account, 'invite', { profile_url: person.url });
    await sandbox.control('POST', `/accounts/${account}/expire`);
    await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, do: 'accept_invitation' });
    await sandbox.control('POST', `/accounts/${account}/reconnect`);
    expect(urls(await cached(account))[0]).toBe(person.url);
  });

  it('goes with the subscription, and is read anew with the next one', async () => {
    const account = await sandbox.account();
    const webhook = await subscribe(account);
    const state = async () => (await cached(account)).cache_synced;
    const change = (method: string, path: string, body?: object) =>
      sandbox.call(method, `/v2/webhooks/${webhook}${path}`, body);
    expect(await state()).toBe(true);
    await change('PUT', '', { events: ['message_received'] });
    expect(await state()).toBe(false);
    const missed = await newConnection(account);
    await change('PUT', '', { events: ['accepted_invitation'] });
    expect(urls(await cached(account))[0]).toBe(missed.url);
    await change('POST', '/stop');
    expect(await state()).toBe(false);
    const missedToo = await newConnection(account);
    await change('POST', '/start');
    expect(urls(await cached(account))[0]).toBe(missedToo.url);
    await change('PUT', '', { is_active: false });
    expect(await state()).toBe(true);
    const second = await subscribe(account, {});
    await change('DELETE', '');
    expect(await state()).toBe(true);
    await sandbox.call('DELETE', `/v2/webhooks/${second}`);
    expect(await state()).toBe(false);
  });

  it('misses nobody who accepts while it is read', async () => {
    const account = await sandbox.account();
    const people = await Promise.all(Array.from({ length: 12 }, () => sandbox.person()));
    for (const { url } of people) await sandbox.act('network', account, 'invite', { profile_url: url });
    const accept = { account_id: account, do: 'accept_invitation' };
    await Promise.all([
      subscribe(account),
      subscribe(account, {}),
      ...people.map(({ slug }) => sandbox.control('POST', `/people/${slug}/act`, accept)),
    ]);
    expect(new Set(urls(await cached(account)))).toEqual(new Set(await live(account)));
  });
});

describe('check_connection', () => {
  it('answers from the copy alone, for 0 credits [network/check_connection network/check_connection.profile_url record/check_connection.* credits#8]', async () => {
    const account = await sandbox.account();
    const friend = await newConnection(account, { first_name: 'Ada', last_name: 'Quill' });
    const stranger = await sandbox.person();
    const check = async (profile_url: string) => {
      const { body } = await network(account, 'check_connection', { profile_url });
      expect(body.metadata.credits_consumed).toBe(0);
      return body.data;
    };
    const nothing = { connected: false, name: null, cache_synced: false, cache_synced_at: null };
    expect(await check(friend.url)).toEqual(nothing);
    await subscribe(account);
    const { cache_synced_at } = await cached(account);
    const synced = { cache_synced: true, cache_synced_at };
    for (const reference of [friend.url, friend.slug, friend.id_url]) {
      expect(await check(reference)).toEqual({ connected: true, name: 'Ada Quill', ...synced });
    }
    expect(await check(stranger.url)).toEqual({ connected: false, name: null, ...synced });
    const unseen = await sandbox.person({ degree: 1 });
    expect(await check(unseen.url)).toMatchObject({ connected: false });
    for (const profile_url of ['nobody-here', 'https://elsewhere.example/in/x', '']) {
      expect((await network(account, 'check_connection', { profile_url })).body.error.code).toBe('INVALID_PARAMS');
    }
  });

  it('needs no credits at all', async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    await sandbox.call('POST', '/sandbox/credits', { set: 0 }, api_key);
    const { account_id } = (await sandbox.call('POST', '/sandbox/accounts', {}, api_key)).body;
    const made = (await sandbox.call('POST', '/sandbox/people', {}, api_key)).body;
    const ask = (action: string, params: object) =>
      sandbox.call('POST', '/v2/network', { account_id, action, params }, api_key);
    expect((await ask('check_connection', { profile_url: made.profile_url })).status).toBe(200);
    expect((await ask('list_connections', { use_cache: true })).status).toBe(200);
    expect((await ask('list_connections', {})).body.error.code).toBe('INSUFFICIENT_CREDITS');
  });
});

describe('recommendations', () => {
  it('are people of second degree with whom nothing is under way [network/recommendations network/recommendations.count network/recommendations.offset]', async () => {
    const account = await sandbox.account();
    const { body } = await network(account, 'recommendations', { count: 12, offset: 3 });
    expect(body.data.recommendations).toHaveLength(12);
    expect(body.data.recommendations[0]).toEqual({
      name: expect.any(String),
      job_title: expect.any(String),
      connection_level: '2nd',
      location: expect.any(String),
      profile_url: expect.any(String),
      profile_picture: expect.any(String),
    });
    expect(body.data.pagination).toMatchObject({ next_offset: 15, results_per_page: 10, pages_fetched: 2 });
    expect(body.metadata.credits_consumed).toBe(2);
    const profile_url = body.data.recommendations[0].profile_url;
    await sandbox.act('network', account, 'invite', { profile_url });
    const all = await sandbox.act('network', account, 'recommendations', { count: 1000 });
    expect(all.recommendations.map((each: { profile_url: string }) => each.profile_url)).not.toContain(profile_url);
  });
});

describe('balance / get', () => {
  it('says the product and what InMails are left, for 1 credit [balance/get record/balance.* credits#7]', async () => {
    const account = await sandbox.account({ inmail_credits: 3 });
    const get = (of: string) => sandbox.call('POST', '/v2/balance', { account_id: of, action: 'get' });
    const { body } = await get(account);
    expect(body).toMatchObject({
      data: { product: 'Premium Navigator', inmail_credits: 3 },
      metadata: { action: 'get', credits_consumed: 1 },
    });
    expect(Object.keys(body.data).sort()).toEqual(['inmail_credits', 'product']);
    const person = await sandbox.person();
    await sandbox.act('messages', account, 'send', { profile_url: person.url, inmail: true, message_text: 'Hello' });
    expect((await get(account)).body.data.inmail_credits).toBe(2);

    const seatless = await sandbox.account({ products: ['classic', 'recruiter'] });
    const refused = (await get(seatless)).body;
    expect(refused.error).toMatchObject({
      code: 'CHANNEL_ERROR',
      message: expect.stringContaining('no license found'),
    });
    expect(refused.metadata.credits_consumed).toBe(1);
  });

  it('is what it was given again when a month of the calendar begins, and no more', async () => {
    const account = await sandbox.account({ inmail_credits: 2 });
    const untouched = await sandbox.account({ inmail_credits: 2 });
    const left = async (of: string) => (await sandbox.act('balance', of, 'get')).inmail_credits;
    const inmail = async () => {
      const { url } = await sandbox.person();
      return sandbox.call('POST', '/v2/messages', {
        account_id: account,
        action: 'send',
        params: { profile_url: url, inmail: true, message_text: 'Hello' },
      });
    };
    await inmail();
    await inmail();
    expect((await inmail()).body.error.sub_code).toBe('NO_INMAIL_CREDITS');
    await sandbox.advance('P31D');
    expect([await left(account), await left(untouched)]).toEqual([2, 2]);
    await inmail();
    expect(await left(account)).toBe(1);
    await sandbox.advance('P31D');
    expect(await left(account)).toBe(2);
  });
});
