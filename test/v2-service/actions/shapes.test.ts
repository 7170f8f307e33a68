import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACTIONS, findAction } from '../../../src/v2/contract/actions.ts';
import { refreshConnectionCopy } from '../../../src/v2/service/connection-copies/refresh-connection-copy.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
});
afterAll(() => service.close());
beforeEach(() => {
  service.channels.items = 1;
});

const ADA = { profile_url: 'ada-example' };
const CALLS: readonly [
  category: string,
  action: string,
  account: 'professional' | 'email' | 'messenger',
  params: object,
  credits: number,
][] = [
  ['profiles', 'get_me', 'professional', {}, 1],
  ['profiles', 'get', 'professional', ADA, 1],
  ['profiles', 'get_contact', 'professional', ADA, 1],
  ['profiles', 'visit', 'professional', ADA, 1],
  ['profiles', 'search_people', 'professional', { keyword: 'engineer' }, 1],
  ['network', 'invite', 'professional', { ...ADA, message_text: 'Hello' }, 1],
  ['profiles', 'search_companies', 'professional', {}, 1],
  ['profiles', 'get_company', 'professional', { company_url: 'example' }, 1],
  ['profiles', 'unlock', 'professional', { profile: 'ada-example' }, 1],
  ['network', 'accept', 'professional', { entity_urn: 'urn:invitation:7', shared_secret: 'secret' }, 1],
  ['network', 'list_invitations', 'professional', {}, 1],
  ['network', 'list_sent', 'professional', {}, 1],
  ['network', 'recommendations', 'professional', {}, 1],
  ['network', 'withdraw', 'professional', { invitation_id: 7 }, 1],
  ['network', 'check_invitation', 'professional', ADA, 1],
  ['network', 'check_connection', 'professional', ADA, 0],
  ['network', 'list_connections', 'professional', {}, 1],
  ['network', 'list_connections', 'professional', { use_cache: true }, 0],
  ['messages', 'send', 'professional', { ...ADA, message_text: 'Hello' }, 1],
  ['messages', 'send', 'professional', { ...ADA, message_text: 'Hello', inmail: true, subject: 'Hi' }, 0],
  ['messages', 'send', 'professional', { recipient_urn: 'urn:lead:L1', message_text: 'Hello' }, 0],
  ['messages', 'send', 'email', { to: 'ada@example.example', subject: 'Hi', message_text: 'Hello' }, 1],
  ['messages', 'list_inbox', 'professional', {}, 1],
  ['messages', 'list_inbox', 'professional', { premium_nav: true }, 1],
  ['messages', 'list_inbox', 'email', { label_ids: ['sent'] }, 1],
  ['messages', 'get_conversation', 'professional', { conversation_id: 'conv_1' }, 1],
  ['messages', 'get_conversation', 'professional', { conversation_id: 'conv_1', premium_nav: true }, 1],
  ['messages', 'send', 'messenger', { phone_number: '+33612345678', message_text: 'Hello' }, 1],
  ['messages', 'list_inbox', 'messenger', {}, 1],
  ['messages', 'get_conversation', 'messenger', { conversation_id: 'conv_1' }, 1],
  ['messages', 'get_conversation', 'email', { conversation_id: 't1' }, 1],
  ['recruiter', 'get_posts', 'professional', {}, 1],
  ['recruiter', 'get_posts', 'professional', { job_id: '4000000001', fetch_details: false, count: 50 }, 1],
  ['recruiter', 'get_candidates', 'professional', { job_id: '4000000001' }, 1],
  ['recruiter', 'get_cv', 'professional', { application_id: 'app_1' }, 1],
  ['recruiter', 'publish_job', 'professional', { title: 'Engineer' }, 1],
  ['recruiter', 'close_job', 'professional', { job_id: '4000000001' }, 1],
  ['content', 'create', 'professional', { message_text: 'Hello' }, 1],
  ['content', 'create_company', 'professional', { message_text: 'Hello', company_url: 'example' }, 1],
  ['content', 'search', 'professional', { keyword: 'hello' }, 1],
  ['content', 'get_feed', 'professional', {}, 1],
  ['content', 'like', 'professional', { post_url: 'urn:activity:1' }, 1],
  ['content', 'react', 'professional', { post_url: 'urn:activity:1', reaction_type: 'LIKE' }, 1],
  ['content', 'comment', 'professional', { post_url: 'urn:activity:1', message_text: 'Good' }, 1],
  [
    'content',
    'answer_comment',
    'professional',
    { post_url: 'urn:activity:1', comment_urn: 'urn:comment:1', tracking_id: 't1', message_text: 'Good' },
    1,
  ],
  ['content', 'repost', 'professional', { post_url: 'urn:activity:1' }, 1],
  ['content', 'get_comments', 'professional', { post_url: 'urn:activity:1' }, 1],
  ['content', 'get_reactions', 'professional', { post_url: 'urn:activity:1' }, 1],
  ['content', 'time_spent', 'professional', { post_url: 'urn:activity:1', duration_ms: 5000 }, 1],
  ['balance', 'get', 'professional', {}, 1],
  ['messages', 'search', 'email', { query: 'hello' }, 1],
  ['messages', 'mark_as_read', 'email', { conversation_id: 't1' }, 1],
  ['messages', 'mark_as_unread', 'email', { message_ids: ['<1@example.example>'] }, 1],
  ['messages', 'archive', 'email', { conversation_id: 't1' }, 1],
  ['messages', 'trash', 'email', { conversation_id: 't1' }, 1],
  ['messages', 'list_labels', 'email', {}, 1],
  ['enrich', 'find_email', 'professional', ADA, 1],
  ['enrich', 'reverse_email', 'professional', { email: 'ada@example.example' }, 1],
  ['enrich', 'validate_email', 'professional', { email: 'ada@example.example' }, 1],
];

const perform = (category: string, action: string, account: 'professional' | 'email' | 'messenger', params: object) =>
  service.post(`/v2/${category}`, owner.key, { account_id: owner[account], action, params });

describe('the actions of this version', () => {
  it.each(CALLS)('answer %s / %s on %s with %j in the shape of the contract', async (...call) => {
    const [category, action, account, params, credits] = call;
    const answer = await perform(category, action, account, params);
    expect(answer.status).toBe(200);
    expect(findAction(category, action)?.data.safeParse(answer.body.data)).toMatchObject({ success: true });
    expect(answer.body.metadata).toMatchObject({ action, credits_consumed: credits });
  });

  it('are all called above', () => {
    const called = new Set(CALLS.map(([category, action]) => `${category}/${action}`));
    const names = ACTIONS.map(({ category, action }) => `${category}/${action}`);
    expect([...called].sort()).toEqual(names.sort());
  });

  it('page by offset, with what the platform has in all', async () => {
    service.channels.items = 25;
    const { body } = await perform('recruiter', 'get_candidates', 'professional', {
      job_id: '1',
      count: 20,
      offset: 2,
    });
    expect(body.data).toMatchObject({
      total_results: 20,
      total_available_results: 25,
      pagination: { offset: 2, count: 20, next_offset: 22, has_more: true, results_per_page: 50, pages_fetched: 1 },
    });
    expect(body.metadata.credits_consumed).toBe(2);
  });

  it('leave out of get_posts what the specification leaves out', async () => {
    const light = await perform('recruiter', 'get_posts', 'professional', { fetch_details: false });
    expect(light.body.data.posts).toEqual([expect.not.objectContaining({ description: expect.anything() })]);
    expect(light.body.data.pagination).not.toHaveProperty('pages_fetched');
    const one = await perform('recruiter', 'get_posts', 'professional', { job_id: '1', fetch_details: false });
    expect(one.body.data.posts).toEqual([expect.objectContaining({ description: 'Work' })]);
  });

  it('answer from the stored copy only where one is', async () => {
    const cached = await perform('network', 'list_connections', 'professional', { use_cache: true });
    expect(cached.body.data).toMatchObject({ connections: [], source: 'cache', cache_synced: false });
    const checked = await perform('network', 'check_connection', 'professional', ADA);
    expect(checked.body.data).toMatchObject({ connected: false, cache_synced: false });

    const subscribed = await service.owner();
    await service.context.db.query(
      `insert into webhooks (webhook_id, user_id, account_id, mode, url, events, message_type, created_at)
       values ('wh_copy', $1, $2, 'custom', 'https://hook.example', '{accepted_invitation}', 'incoming', now())`,
      [subscribed.user_id, subscribed.professional],
    );
    await refreshConnectionCopy(service.context, {
      tx: service.context.db,
      user_id: subscribed.user_id,
      account_id: subscribed.professional,
      now: Date.now(),
    });
    const call = (action: string, params: object) =>
      service.post('/v2/network', subscribed.key, { account_id: subscribed.professional, action, params });
    expect((await call('list_connections', { use_cache: true })).body).toMatchObject({
      data: { source: 'cache', cache_synced: true, cache_synced_at: '2023-11-14T22:13:20.000Z', total_results: 1 },
      metadata: { credits_consumed: 0 },
    });
    expect((await call('check_connection', ADA)).body.data).toMatchObject({ connected: true, name: 'Ada Example' });
    const live = await call('list_connections', {});
    expect(live.body.data).not.toHaveProperty('source');
    expect(live.body.data).not.toHaveProperty('cache_synced');
  });

  it('say when a mailbox is over its daily limit', async () => {
    const { body } = await perform('messages', 'send', 'email', { to: 'ada@other.example', message_text: 'Hello' });
    expect(body.data.data).toMatchObject({
      sent_from: 'sam@example.example',
      home_court: false,
      over_cap: true,
      mailbox_health: { sends_today: 3, daily_limit: 2, bounce_rate: 0 },
    });
  });
});
