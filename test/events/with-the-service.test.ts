import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncLoop } from '../../src/runtime/accounts/sync-loop.ts';
import { campaignSource } from '../../src/runtime/enroll/campaign/campaign-source.ts';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { previewCampaign } from '../../src/runtime/enroll/campaign/preview-campaign.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { catchUp } from '../../src/runtime/events/receive/catch-up.ts';
import { listSubscriptions } from '../../src/runtime/store/events/subscription.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { serviceBench } from './service-bench.ts';

const bench = serviceBench({ refreshAccounts: () => sync.refresh() });
let sync: SyncLoop;
let anna: string;

beforeAll(async () => {
  sync = bench.startSync();
  const seat = { products: ['classic', 'premium_navigator', 'recruiter'], inmail_credits: 5 } as const;
  anna = (await bench.sandbox.createAccount({ ...seat, name: 'Anna' })).account_id;
});
afterAll(async () => {
  await sync.stop();
});

const webhooks = async () => {
  const outcome = await bench.v2.listWebhooks();
  return outcome.kind === 'success' ? outcome.data.webhooks : [];
};
const matchAll = () => dispatchEvents({ ...bench.api, onError: (error) => bench.errors.push(error) });
const one = async (id: string) =>
  (await bench.api.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const received = async (type: string) =>
  (await bench.api.db.query('select from events where type = $1', [type])).rowCount;

describe('with the V2 service', () => {
  it('accounts are mirrored and each has one signed webhook of ours, however often it is looked', async () => {
    await Promise.all([sync.refresh(), sync.refresh()]);
    await sync.refresh();
    expect((await bench.api.call('GET', '/api/accounts')).body.items).toMatchObject([
      { id: anna, platform: 'professional', name: 'Anna', status: 'connected' },
    ]);
    const [webhook, ...others] = await webhooks();
    expect(others).toEqual([]);
    const [subscription] = await listSubscriptions(bench.api.db);
    expect(webhook).toMatchObject({
      account_id: anna,
      mode: 'custom',
      signature_enabled: true,
      url: subscription?.url,
    });
    expect(subscription?.secret).toMatch(/^v2\.k/);
    expect(bench.errors).toEqual([]);
  });

  it('a reply comes as a signed webhook and stops the enrollment', async () => {
    await addSequence(bench.api.db, 'hello');
    const person = await bench.sandbox.createPerson({ first_name: 'Ada', last_name: 'Lovelace', degree: 1 });
    const lead = { first_name: 'Ada', profile_url: person.profile_url };
    const { body } = await bench.api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
    await bench.v2.call('profiles', 'visit', { account_id: anna, params: { profile_url: person.profile_url } });
    await bench.sandbox.act(person.public_identifier, {
      account_id: anna,
      do: 'reply',
      text: 'Hello',
      channel: 'classic',
    });
    await expect.poll(() => received('message')).toBe(1);
    await matchAll();
    // The event names an id that nobody is known by yet: it waits for it.
    expect(await one(body.id)).toMatchObject({ stop_outcome: null });
    const identity = profileIdentity(person.profile_id_url);
    expect(identity?.kind).toBe('profile_id');
    if (identity !== null) await learnIdentities(bench.api.db, body.lead_id, [identity]);
    await matchAll();
    expect(await one(body.id)).toMatchObject({ stop_outcome: 'replied' });
    await bench.api.db.query(`update enrollments set status = 'finished'`);
  });

  it('an accepted invitation reaches the enrollment by its slug', async () => {
    const person = await bench.sandbox.createPerson({ first_name: 'Grace', degree: 2 });
    const lead = { first_name: 'Grace', profile_url: person.profile_url };
    const { body } = await bench.api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
    const invited = await bench.v2.call('network', 'invite', {
      account_id: anna,
      params: { profile_url: person.profile_url },
    });
    expect(invited.kind).toBe('success');
    await bench.sandbox.act(person.public_identifier, { account_id: anna, do: 'accept_invitation' });
    await expect.poll(() => received('accepted_invitation')).toBe(1);
    await matchAll();
    expect(await one(body.id)).toMatchObject({ accepted_at: expect.any(Date), stop_outcome: null });
  });

  it('what no delivery brought is pulled, once', async () => {
    const [subscription] = await listSubscriptions(bench.api.db);
    if (subscription === undefined) throw new Error('no subscription');
    await sync.refresh();
    await bench.api.db.query('delete from events');
    const [again] = await listSubscriptions(bench.api.db);
    expect(again?.last_event_id).toEqual(expect.any(String));
    expect(await catchUp({ ...bench.api, v2: bench.v2 }, { ...subscription, last_event_id: null })).toBe(2);
    expect(await catchUp({ ...bench.api, v2: bench.v2 }, { ...subscription, last_event_id: null })).toBe(0);
    expect(
      await catchUp({ ...bench.api, v2: bench.v2 }, { ...subscription, last_event_id: 'evt_that_was_never' }),
    ).toBe(0);
  });

  it('a webhook that was deleted or belongs to nobody is put in order', async () => {
    const [webhook] = await webhooks();
    await bench.v2.deleteWebhook(webhook?.webhook_id ?? '');
    const base = webhook?.url?.replace(/[^/]+$/, '') ?? '';
    await bench.v2.createWebhook({ account_id: anna, url: `${base}sub_lost`, enable_signature: true });
    await sync.refresh();
    const [subscription, ...others] = await listSubscriptions(bench.api.db);
    expect(others).toEqual([]);
    expect(await webhooks()).toMatchObject([{ webhook_id: subscription?.webhook_id, url: subscription?.url }]);
  });

  it('an account that lost its session is marked, and noticed when it is back', async () => {
    await bench.sandbox.expireAccount(anna);
    await expect.poll(() => received('disconnection')).toBe(1);
    await matchAll();
    const status = async () => (await bench.api.call('GET', '/api/accounts')).body.items[0].status;
    expect(await status()).toBe('inactive');
    await bench.api.db.query(`update enrollments set status = 'active', held = true where status <> 'finished'`);
    await bench.sandbox.reconnectAccount(anna);
    await sync.refresh();
    expect(await status()).toBe('connected');
    const { rows } = await bench.api.db.query('select action, filter, matched from control_jobs');
    expect(rows).toEqual([{ action: 'wake', filter: { account_id: anna, open: true, held: true }, matched: 1 }]);
    await bench.api.db.query(`update enrollments set status = 'finished'`);
  });

  it('a campaign enrolls the candidates of a job once, however often it is started and imported', async () => {
    const people = [];
    for (const [name, more] of [
      ['Fit', { rating: 'GOOD_FIT' }],
      ['Maybe', { rating: 'MAYBE' }],
      ['Unfit', { rating: 'NOT_A_FIT' }],
      ['Rejected', { rating: 'GOOD_FIT', is_rejected: true }],
    ] as const) {
      const person = await bench.sandbox.createPerson({
        first_name: name,
        last_name: 'Candidate',
        company: 'Acme',
        degree: 2,
      });
      people.push({ public_identifier: person.public_identifier, ...more });
    }
    const { job_id } = await bench.sandbox.createJob({ people });
    await addSequence(bench.api.db, 'for-candidates', { needs: ['first_name', 'job.title'] });

    const campaign = {
      name: 'Backend',
      sequence: 'for-candidates',
      source: { candidates: { account_id: anna, job_id, ratings: ['GOOD_FIT', 'MAYBE'] } },
    };
    const dry = campaignSource.parse({ candidates: { account_id: anna, job_id } });
    if (!('candidates' in dry)) throw new Error('these are candidates');
    // Unfit is left out; that one of them was rejected is seen as they are read.
    const previewed = await previewCampaign({ ...bench.api, v2: bench.v2 }, { ...campaign, source: dry });
    expect(previewed).toMatchObject({
      preview: {
        candidates: { people: 3, ratings: ['GOOD_FIT', 'MAYBE', 'UNRATED'], asking_credits: 1 },
        cost: { credits: 2 },
      },
    });

    const first = await bench.api.call('POST', '/api/campaigns', campaign);
    const second = await bench.api.call('POST', '/api/campaigns', campaign);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.id).toBe(first.body.id);

    const read = importPage({ ...bench.api, v2: bench.v2 });
    const page = { campaign_id: first.body.id, offset: 0 };
    const results = await Promise.all([read(page), read(page)]);
    expect([...results, await read(page)]).toEqual([
      { next_offset: null },
      { next_offset: null },
      { next_offset: null },
    ]);
    const shown = (await bench.api.call('GET', `/api/campaigns/${first.body.id}`)).body;
    expect(shown).toMatchObject({ status: 'running', error: null, counts: { enrolled: 2, queued: 2 } });
    expect(shown.counts.refused).toEqual({});
    const { items } = (await bench.api.call('GET', `/api/enrollments?campaign_id=${first.body.id}&fields=lead,senders`))
      .body;
    expect(items.map(({ lead }: { lead: { first_name: string } }) => lead.first_name).sort()).toEqual(['Fit', 'Maybe']);
    expect(items[0]).toMatchObject({
      lead: { location: expect.any(String), vars: { job: { id: job_id, title: expect.any(String) } } },
      senders: { professional: anna },
    });
  });

  it('a campaign of a job that is not there fails, and says why', async () => {
    const source = { candidates: { account_id: anna, job_id: '999999999' } };
    const { body } = await bench.api.call('POST', '/api/campaigns', {
      name: 'None',
      sequence: 'for-candidates',
      source,
    });
    expect(await importPage({ ...bench.api, v2: bench.v2 })({ campaign_id: body.id, offset: 0 })).toEqual({
      next_offset: null,
    });
    const shown = (await bench.api.call('GET', `/api/campaigns/${body.id}`)).body;
    expect(shown).toMatchObject({ status: 'failed', error: expect.stringMatching(/job/i) });
  });
});
