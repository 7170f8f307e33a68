import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createV2Client, type V2Client } from '../../src/v2/client/create-v2-client.ts';
import { readEvent } from '../../src/v2/contract/events.ts';
import { createV2Service, type V2Service } from '../../src/v2/service/service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createSandboxClient, type NewFault, type SandboxClient } from '../support/sandbox-client.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';

const api_key = 'client-tests-bootstrap-key';
let database: TestDatabase;
let service: V2Service;
let sandbox: SandboxClient;
let client: V2Client;

beforeAll(async () => {
  database = await createTestDatabase('service');
  service = await createV2Service(v2ServiceOptions({ database_url: database.url, bootstrap_key: api_key }));
  const base_url = await service.listen(0);
  sandbox = createSandboxClient({ base_url, api_key });
  client = createV2Client({ base_url, api_key, timeout_ms: 30_000 });
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await client.close();
  await service.close();
  await database.drop();
});

const SEAT = { products: ['classic', 'premium_navigator', 'recruiter'], inmail_credits: 5 } as const;

describe('the client and the service in this repository', () => {
  it('understand each other in every action that a sequence uses', async () => {
    const { account_id } = await sandbox.createAccount(SEAT);
    const friend = await sandbox.createPerson({ degree: 1, first_name: 'Ada' });
    const stranger = await sandbox.createPerson({ degree: 2, email: 'grace@corp.example' });
    const { job_id } = await sandbox.createJob({ candidates: 12 });
    const profile_url = stranger.profile_url;
    const mailbox = await sandbox.createAccount({ platform: 'email' });
    const invited = await client.call('network', 'invite', { account_id, params: { profile_url } });
    const invitation_id = invited.kind === 'success' ? invited.data.invitation_id : 0;

    const outcomes = {
      me: await client.call('profiles', 'get_me', { account_id, params: {} }),
      get: await client.call('profiles', 'get', { account_id, params: { profile_url } }),
      visit: await client.call('profiles', 'visit', { account_id, params: { profile_url } }),
      people: await client.call('profiles', 'search_people', { account_id, params: { first_name: 'Ada' } }),
      invited,
      checked: await client.call('network', 'check_invitation', { account_id, params: { profile_url } }),
      withdrawn: await client.call('network', 'withdraw', { account_id, params: { invitation_id } }),
      connection: await client.call('network', 'check_connection', { account_id, params: { profile_url } }),
      connections: await client.call('network', 'list_connections', { account_id, params: {} }),
      cached: await client.call('network', 'list_connections', { account_id, params: { use_cache: true } }),
      message: await client.call('messages', 'send', {
        account_id,
        params: { profile_url: friend.profile_url, message_text: 'Hello' },
      }),
      inmail: await client.call('messages', 'send', {
        account_id,
        params: { profile_url, inmail: true, subject: 'Hi', message_text: 'Hello' },
      }),
      email: await client.call('messages', 'send', {
        account_id: mailbox.account_id,
        params: { to: 'grace@corp.example', subject: 'Hi', message_text: 'Hello' },
      }),
      inbox: await client.call('messages', 'list_inbox', { account_id, params: {} }),
      premium_inbox: await client.call('messages', 'list_inbox', { account_id, params: { premium_nav: true } }),
      sent: await client.call('messages', 'list_inbox', {
        account_id: mailbox.account_id,
        params: { label_ids: ['sent'] },
      }),
      jobs: await client.call('recruiter', 'get_posts', { account_id, params: { job_id } }),
      candidates: await client.call('recruiter', 'get_candidates', { account_id, params: { job_id, count: 12 } }),
      balance: await client.call('balance', 'get', { account_id, params: {} }),
      found: await client.call('enrich', 'find_email', { account_id: null, params: { profile_url } }),
      accounts: await client.listAccounts(),
      account: await client.getAccount(account_id),
      credits: await client.getCredits(),
      logs: await client.listLogs({ limit: 5 }),
    };
    for (const [name, outcome] of Object.entries(outcomes)) {
      expect(outcome, name).toMatchObject({ kind: 'success', replayed: false });
    }
    const credits = (name: keyof typeof outcomes) => {
      const outcome = outcomes[name];
      return outcome.kind === 'success' ? outcome.credits : null;
    };
    expect([credits('visit'), credits('inmail'), credits('candidates'), credits('connection')]).toEqual([1, 0, 2, 0]);

    for (const [name, outcome] of [
      ['inbox', outcomes.inbox],
      ['premium_inbox', outcomes.premium_inbox],
      ['sent', outcomes.sent],
    ] as const) {
      const conversation = outcome.kind === 'success' ? outcome.data.conversations[0] : undefined;
      expect(conversation, name).toBeDefined();
      const read = await client.call('messages', 'get_conversation', {
        account_id: name === 'sent' ? mailbox.account_id : account_id,
        params: { conversation_id: conversation?.conversation_id ?? '', premium_nav: name === 'premium_inbox' },
      });
      expect(read, name).toMatchObject({ kind: 'success', data: { total_results: 1 } });
    }
  });

  it.each<[NewFault['kind'], string, number]>([
    ['drop_before', 'unknown', 0],
    ['drop_after', 'unknown', 1],
    ['truncate', 'unknown', 1],
    ['internal_error', 'unknown', 0],
    ['rate_limited', 'refused', 0],
    ['channel_error', 'refused', 0],
  ])('agree about a send that meets %s: %s, and it reached the person %d times', async (kind, outcome, times) => {
    const { account_id } = await sandbox.createAccount();
    const friend = await sandbox.createPerson({ degree: 1 });
    await sandbox.createFault({ match: { path: '/v2/messages', action: 'send', account_id }, kind });
    const params = { profile_url: friend.profile_url, message_text: 'Hello' };
    const sent = await client.call('messages', 'send', { account_id, params, idempotency_key: `fault/${kind}` });
    expect(sent.kind).toBe(outcome);
    const received = await sandbox.received(friend.public_identifier);
    expect(received.filter((one) => one.kind === 'message')).toHaveLength(times);
  });

  it('answer the same key from the store, with no second effect', async () => {
    const { account_id } = await sandbox.createAccount();
    const friend = await sandbox.createPerson({ degree: 1 });
    const params = { profile_url: friend.profile_url, message_text: 'Hello' };
    const send = () => client.call('messages', 'send', { account_id, params, idempotency_key: 'enr_1/hello/1' });
    expect([await send(), await send()]).toMatchObject([{ replayed: false }, { replayed: true }]);
    expect(await sandbox.received(friend.public_identifier)).toHaveLength(1);
  });

  it('hand over events that the contract knows', async () => {
    const { account_id } = await sandbox.createAccount(SEAT);
    const mailbox = await sandbox.createAccount({ platform: 'email' });
    const person = await sandbox.createPerson({ degree: 2, email: 'lin@corp.example' });
    const hooks = await Promise.all(
      [account_id, mailbox.account_id].map((one) => client.createWebhook({ account_id: one, message_type: 'all' })),
    );
    await client.call('network', 'invite', { account_id, params: { profile_url: person.profile_url } });
    await sandbox.act(person.public_identifier, { account_id, do: 'accept_invitation' });
    await sandbox.act(person.public_identifier, { account_id, do: 'reply', text: 'Yes' });
    await sandbox.act(person.public_identifier, { account_id: mailbox.account_id, do: 'reply', text: 'Yes' });
    await sandbox.expireAccount(account_id);

    const types: string[] = [];
    for (const hook of hooks) {
      const pulled = await client.pullEvents(hook.kind === 'success' ? hook.data.webhook_id : '');
      for (const event of pulled.kind === 'success' ? pulled.data.events : []) {
        const reading = readEvent(event);
        expect(reading, JSON.stringify(reading)).toMatchObject({ kind: 'known' });
        if (reading.kind === 'known') types.push(`${reading.event.platform} ${reading.event.event.type}`);
      }
    }
    expect(types.sort()).toEqual([
      'email message',
      'professional accepted_invitation',
      'professional disconnection',
      'professional message',
    ]);
  });
});
