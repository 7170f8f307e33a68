import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/v2/contract/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are what is under test, so their shape is asserted, not typed.
type Json = any;

/** Everything that the first owner has, by the names that the calls below use. */
interface Owned {
  readonly account: string;
  readonly mailbox: string;
  readonly link: string;
  readonly hosted: string;
  readonly custom: string;
  readonly delivery: string;
  readonly event: string;
  readonly conversation: string;
  readonly asset: string;
  readonly thread: string;
  readonly invitation: number;
  readonly job: string;
  readonly profile: string;
}

const UNKNOWN: Owned = {
  account: 'acc_00000000000000000000000000',
  mailbox: 'acc_00000000000000000000000001',
  link: 'lnk_00000000000000000000000000',
  hosted: 'wh_00000000000000000000000000',
  custom: 'wh_00000000000000000000000001',
  delivery: 'dlv_00000000000000000000000000',
  event: 'evt_00000000000000000000000000',
  conversation: 'conversation_00000000000000000000000000',
  asset: 'urn:asset:00000000000000000000000000',
  thread: 'thread_00000000000000000000000000',
  invitation: 888_000_111,
  job: '123456789',
  profile: 'https://professional.example/in/nobody-at-all',
};

let sandbox: Sandbox;
let owned: Owned;
/** The second owner's key, account and mailbox. */
let key: string;
let own: string;
let ownMailbox: string;
let before: Json;

beforeAll(async () => {
  sandbox = await startSandbox();
  owned = await makeOwned();
  const user = await sandbox.control('POST', '/users', { seed: 2 });
  key = user.api_key;
  const products = ['classic', 'premium_navigator', 'recruiter'];
  const made = await Promise.all([
    sandbox.call('POST', '/sandbox/accounts', { products }, key),
    sandbox.call('POST', '/sandbox/accounts', { platform: 'email' }, key),
  ]);
  [own, ownMailbox] = made.map(({ body }) => body.account_id) as [string, string];
  before = await snapshot();
});
afterAll(() => sandbox.close());

async function makeOwned(): Promise<Owned> {
  const account = await sandbox.account();
  const mailbox = await sandbox.account({ platform: 'email' });
  const data = async (method: string, path: string, body?: object) => {
    const answer = await sandbox.call(method, path, body);
    expect(answer, `${method} ${path}`).toMatchObject({ status: 200 });
    return answer.body.data;
  };
  const { link_id } = await data('POST', '/v2/accounts/connect-link', { name: 'first owner' });
  const hosted = await data('POST', '/v2/webhooks', { account_id: account, message_type: 'all' });
  const custom = await data('POST', '/v2/webhooks', {
    account_id: account,
    url: 'http://127.0.0.1:9/nobody',
    message_type: 'all',
    enable_signature: true,
  });
  const friend = await sandbox.person({ degree: 1, email: 'friend@company.example' });
  const stranger = await sandbox.person({ degree: 2 });
  const file = { data: Buffer.from('hello').toString('base64'), filename: 'note.txt' };
  const sent = await sandbox.act('messages', account, 'send', {
    profile_url: friend.url,
    message_text: 'Hello',
    media_file: file,
  });
  const conversation = sent.data.conversation_id;
  const { messages } = await sandbox.act('messages', account, 'get_conversation', { conversation_id: conversation });
  await sandbox.act('messages', mailbox, 'send', { to: friend.email, subject: 'Hi', message_text: 'Hello' });
  const inbox = await sandbox.act('messages', mailbox, 'list_inbox');
  const { invitation_id } = await sandbox.act('network', account, 'invite', { profile_url: stranger.url });
  const { job_id } = await sandbox.control('POST', '/jobs', { job_id: '7000000777', candidates: 2 });
  const { events } = await data('GET', `/v2/webhooks/${hosted.webhook_id}/events`);
  const { deliveries } = await data('GET', `/v2/webhooks/${custom.webhook_id}/deliveries`);
  return {
    account,
    mailbox,
    link: link_id,
    hosted: hosted.webhook_id,
    custom: custom.webhook_id,
    delivery: deliveries[0].delivery_id,
    event: events[0].event_id,
    conversation,
    asset: messages[0].attachments[0].asset_urn,
    thread: inbox.conversations[0].conversation_id,
    invitation: invitation_id,
    job: String(job_id ?? '7000000777'),
    profile: stranger.url,
  };
}

/** Reads every row that a stranger could have changed, without the columns that change by themselves. */
async function snapshot() {
  const { db } = sandbox.service;
  const tables = [
    'accounts',
    'connect_links',
    'webhooks',
    'sandbox_invitations',
    'sandbox_conversations',
    'sandbox_messages',
    'sandbox_mails',
    'sandbox_jobs',
    'sandbox_connections',
  ];
  const rows = tables.map(async (table) => (await db.query(`select t::text from ${table} t order by 1`)).rows);
  return Promise.all(rows);
}

type Call = readonly [method: string, path: string, body?: object];

/** Every endpoint that takes an id, on the given ids. */
const MANAGEMENT: Readonly<Record<string, (ids: Owned) => Call>> = {
  'GET /v2/accounts/{account_id}': ({ account }) => ['GET', `/v2/accounts/${account}`],
  'DELETE /v2/accounts/{account_id}': ({ account }) => ['DELETE', `/v2/accounts/${account}`],
  'PUT /v2/accounts/{account_id}/country': ({ account }) => [
    'PUT',
    `/v2/accounts/${account}/country`,
    { country: 'US' },
  ],
  'PUT /v2/accounts/{account_id}/proxy': ({ account }) => ['PUT', `/v2/accounts/${account}/proxy`, { url: null }],
  'POST /v2/checkpoint': ({ account }) => ['POST', '/v2/checkpoint', { account_id: account, code: '246810' }],
  'POST /v2/accounts/connect-link': ({ account }) => ['POST', '/v2/accounts/connect-link', { account_id: account }],
  'GET /v2/accounts/connect-link/{link_id}': ({ link }) => ['GET', `/v2/accounts/connect-link/${link}`],
  'POST /v2/webhooks': ({ account }) => ['POST', '/v2/webhooks', { account_id: account }],
  'PUT /v2/webhooks/{webhook_id}': ({ custom }) => ['PUT', `/v2/webhooks/${custom}`, { is_active: false }],
  'DELETE /v2/webhooks/{webhook_id}': ({ custom }) => ['DELETE', `/v2/webhooks/${custom}`],
  'POST /v2/webhooks/{webhook_id}/start': ({ custom }) => ['POST', `/v2/webhooks/${custom}/start`],
  'POST /v2/webhooks/{webhook_id}/stop': ({ custom }) => ['POST', `/v2/webhooks/${custom}/stop`],
  'GET /v2/webhooks/{webhook_id}/stream': ({ hosted }) => ['GET', `/v2/webhooks/${hosted}/stream`],
  'GET /v2/webhooks/{webhook_id}/events': ({ hosted }) => ['GET', `/v2/webhooks/${hosted}/events`],
  'GET /v2/webhooks/{webhook_id}/deliveries': ({ custom }) => ['GET', `/v2/webhooks/${custom}/deliveries`],
  'GET /v2/webhooks/{webhook_id}/deliveries/{delivery_id}': ({ custom, delivery }) => [
    'GET',
    `/v2/webhooks/${custom}/deliveries/${delivery}`,
  ],
  'POST /v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay': ({ custom, delivery }) => [
    'POST',
    `/v2/webhooks/${custom}/deliveries/${delivery}/replay`,
  ],
  'POST /v2/webhooks/{webhook_id}/replay': ({ custom, event }) => [
    'POST',
    `/v2/webhooks/${custom}/replay`,
    { event_id: event },
  ],
  'POST /v2/webhooks/{webhook_id}/rotate-secret': ({ custom }) => ['POST', `/v2/webhooks/${custom}/rotate-secret`],
  'DELETE /v2/webhooks/{webhook_id}/secret': ({ custom }) => ['DELETE', `/v2/webhooks/${custom}/secret`],
  'GET /v2/messages/attachment': ({ account, conversation, asset }) => [
    'GET',
    `/v2/messages/attachment?account_id=${account}&conversation_id=${conversation}&asset_urn=${encodeURIComponent(asset)}`,
  ],
};

/** On the second owner's own account, with the first owner's ids. */
const OWN_ACCOUNT: Readonly<Record<string, (ids: Owned) => Call>> = {
  'an attachment': ({ conversation, asset }) => [
    'GET',
    `/v2/messages/attachment?account_id=${own}&conversation_id=${conversation}&asset_urn=${encodeURIComponent(asset)}`,
  ],
  'a conversation': ({ conversation }) =>
    action('messages', own, 'get_conversation', { conversation_id: conversation }),
  'a mail thread': ({ thread }) => action('messages', ownMailbox, 'get_conversation', { conversation_id: thread }),
  'a mail thread that is to be archived': ({ thread }) =>
    action('messages', ownMailbox, 'archive', { conversation_id: thread }),
  'an invitation': ({ invitation }) => action('network', own, 'withdraw', { invitation_id: invitation }),
  'a job': ({ job }) => action('recruiter', own, 'get_posts', { job_id: job }),
  'the candidates of a job': ({ job }) => action('recruiter', own, 'get_candidates', { job_id: job }),
  'a job that is to be closed': ({ job }) => action('recruiter', own, 'close_job', { job_id: job }),
  'a person': ({ profile }) => action('profiles', own, 'get', { profile_url: profile }),
};

const action = (category: string, account_id: string, name: string, params: object): Call => [
  'POST',
  `/v2/${category}`,
  { account_id, action: name, params },
];

/** Status and error, with the ids written alike. */
async function answerOf(call: (ids: Owned) => Call, ids: Owned) {
  const [method, path, body] = call(ids);
  const answer = await sandbox.call(method, path, body, key);
  let text = JSON.stringify({ status: answer.status, error: answer.body.error });
  for (const [name, id] of Object.entries(ids)) text = text.replaceAll(String(id), `{${name}}`);
  return { status: answer.status, text };
}

describe("another owner's resources", () => {
  it('are asked for at every endpoint whose path or query names one', () => {
    const named = ENDPOINTS.filter(({ path, action }) => path.includes('{') || action === 'get_attachment');
    const missing = named.map(({ method, path }) => `${method} ${path}`).filter((name) => !(name in MANAGEMENT));
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(MANAGEMENT))('are not there for %s [auth#2]', async (_name, call) => {
    const theirs = await answerOf(call, owned);
    expect(theirs.status).toBeGreaterThanOrEqual(400);
    expect(theirs.status).toBeLessThan(500);
    expect(theirs).toEqual(await answerOf(call, UNKNOWN));
  });

  it.each(Object.entries(OWN_ACCOUNT))("are not reached from an account of one's own: %s", async (_name, call) => {
    const theirs = await answerOf(call, owned);
    expect(theirs.status).toBe(400);
    expect(theirs).toEqual(await answerOf(call, UNKNOWN));
  });

  it.each(['profiles', 'messages', 'network', 'content', 'recruiter', 'balance'])(
    'cannot be acted through: %s [auth#2 errors.INVALID_ACCOUNT]',
    async (category) => {
      const { status, body } = await sandbox.call(
        'POST',
        `/v2/${category}`,
        { account_id: owned.account, action: 'get_me' },
        key,
      );
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'INVALID_ACCOUNT' });
    },
  );

  it('are in no list, log, statistic or export', async () => {
    await eventually(async () => expect((await sandbox.call('GET', '/v2/logs')).body.data.total).toBeGreaterThan(5));
    const lists = [
      '/v2/accounts',
      '/v2/webhooks',
      '/v2/logs',
      '/v2/logs/stats',
      `/v2/logs?account_id=${owned.account}&status=success`,
      `/v2/logs/stats?account_id=${owned.account}`,
    ];
    for (const path of lists) {
      const { body } = await sandbox.call('GET', path, undefined, key);
      const listed = JSON.stringify(body.data.accounts ?? body.data.webhooks ?? body.data);
      for (const secret of [owned.mailbox, owned.link, owned.hosted, owned.custom])
        expect(listed).not.toContain(secret);
    }
    const ours = (await sandbox.call('GET', '/v2/accounts', undefined, key)).body.data;
    expect(ours.accounts.map(({ account_id }: Json) => account_id).sort()).toEqual([own, ownMailbox].sort());
    const csv = await fetch(`${sandbox.url}/v2/logs/export`, { headers: { 'x-api-key': key } });
    expect(await csv.text()).not.toContain(owned.mailbox);
    const stats = (await sandbox.call('GET', `/v2/logs/stats?account_id=${owned.mailbox}`, undefined, key)).body.data;
    expect(stats).toMatchObject({ total_calls: 0, total_credits: 0 });
  });

  it('answer under no Idempotency-Key of somebody else', async () => {
    const post = async (apiKey: string) => {
      const response = await fetch(`${sandbox.url}/v2/login`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': 'shared' },
        body: JSON.stringify({ email: 'same@mail.example', password: 'secret' }),
      });
      return { replayed: response.headers.get('idempotent-replayed'), body: (await response.json()) as Json };
    };
    const [first, second] = [await post(sandbox.key), await post(key)];
    expect(second.replayed).toBeNull();
    expect(second.body.data.account_id).not.toBe(first.body.data.account_id);
    for (const [apiKey, { body }] of [
      [sandbox.key, first],
      [key, second],
    ] as const) {
      await sandbox.call('DELETE', `/v2/accounts/${body.data.account_id}`, undefined, apiKey);
    }
  });

  it('are as they were after all of that', async () => {
    expect(await snapshot()).toEqual(before);
    expect((await sandbox.call('GET', `/v2/webhooks/${owned.hosted}/events`)).body.data.events).not.toEqual([]);
  });
});
