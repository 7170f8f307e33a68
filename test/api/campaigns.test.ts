import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_ENROLL } from '../../src/language/plan/plan.ts';
import type { V2Reader } from '../../src/runtime/enroll/campaign/v2-reader.ts';
import { addTallies } from '../../src/runtime/store/campaigns/add-tallies.ts';
import { addAccount, addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { importCampaign } from './import-campaign.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

const importAll = (id: string, v2?: V2Reader): Promise<void> => importCampaign(api, id, v2);
const upload = (query: string, file: string) =>
  api.call('POST', `/api/campaigns?sequence=hello&${query}`, file, { headers: { 'content-type': 'text/csv' } });
const FILE = 'First name,Profile,Team\nAda,ada,Core\nBob,bob,\n,carl,\nAda again,ada,\n=SUM(A1),eve,\n';

describe('the list of campaigns', () => {
  const namesOf = async (query: string) =>
    (await api.call('GET', `/api/campaigns?sort=name&fields=name&${query}`)).body.items.map(
      ({ name }: { name: string }) => name,
    );
  it('is finished once everybody has come to their end, and is found so', async () => {
    await addSequence(api.db, 'ends', { senders: { professional: ['acc_anna'] } });
    const id = await start('Ends', 'ends');
    const statusOf = async () => (await api.call('GET', `/api/campaigns/${id}`)).body.status;
    await importAll(id);
    expect([await statusOf(), await namesOf('status=running')]).toEqual(['running', ['Ends']]);
    await api.db.query(`update enrollments set status = 'finished', outcome = 'done' where campaign_id = $1`, [id]);
    await addTallies(api.db, [{ campaign_id: id, what: 'outcome', name: 'done' }]);
    expect([await statusOf(), await namesOf('status=finished')]).toEqual(['finished', ['Ends']]);
    expect(await namesOf('status=running')).toEqual([]);
    await api.call('POST', `/api/campaigns/${id}/pause`, {});
    expect([await statusOf(), await namesOf('status=finished')]).toEqual(['paused', []]);
  });

  const start = async (name: string, sequence: string) => {
    const source = { leads: [{ first_name: 'Ada', profile_url: `ada-${name.slice(0, 3)}` }] };
    return (await api.call('POST', '/api/campaigns', { name, sequence, source })).body.id;
  };

  it('is filtered by status, sequence, account and name, and by all of them together', async () => {
    await addAccount(api.db, 'acc_bert', 'professional');
    await addSequence(api.db, 'pooled', { senders: { professional: ['acc_bert'] } });
    await addSequence(api.db, 'named', { senders: { professional: ['acc_anna'] } });
    const march = await start('March 100%', 'named');
    const april = await start('April', 'pooled');
    const june = await start('June', 'pooled');
    const at = { campaign_id: june, status: 'failed' };
    await api.db.query('update campaigns set status = $2 where id = $1', [at.campaign_id, at.status]);
    await api.db.query(`update campaigns set status = 'running' where id = any($1)`, [[march, april]]);
    for (const id of [april, june]) await api.call('POST', `/api/campaigns/${id}/pause`, {});
    // What somebody pauses is shown as paused, unless its import has failed.
    const shown = (await api.call('GET', '/api/campaigns?sort=name&fields=name,status')).body.items;
    for (const status of ['importing', 'running', 'finished', 'paused', 'stopped', 'failed']) {
      const expected = shown.filter((one: { status: string }) => one.status === status);
      expect(await namesOf(`status=${status}`), status).toEqual(expected.map(({ name }: { name: string }) => name));
    }
    expect(shown.map(({ status }: { status: string }) => status)).toEqual(['paused', 'failed', 'running']);
    expect(await namesOf('sequence=pooled')).toEqual(['April', 'June']);
    expect(await namesOf('account_id=acc_bert')).toEqual(['April', 'June']);
    expect(await namesOf('account_id=acc_anna')).toEqual(['March 100%']);
    expect(await namesOf('account_id=acc_nobody')).toEqual([]);
    expect(await namesOf('q=RI')).toEqual(['April']);
    expect(await namesOf(`q=${encodeURIComponent('0%')}`)).toEqual(['March 100%']);
    expect(await namesOf('q=%25')).toEqual(['March 100%']);
    expect(await namesOf('sequence=pooled&account_id=acc_bert&status=failed&q=jun')).toEqual(['June']);
    const page = (await api.call('GET', '/api/campaigns?sequence=pooled&limit=1&count=true')).body;
    expect(page).toMatchObject({ items: [{ name: 'June' }], count: { value: 2, exact: true } });
    const rest = await api.call('GET', `/api/campaigns?sequence=pooled&limit=1&cursor=${page.next_cursor}`);
    expect(rest.body).toMatchObject({ items: [{ name: 'April' }], next_cursor: null });
    for (const wrong of ['status=odd', 'q=', 'colour=red'])
      expect((await api.call('GET', `/api/campaigns?${wrong}`)).body.code, wrong).toBe('invalid_query');
  });

  it('finds by an account those whose sequence leaves it open who sends', async () => {
    const id = await start('Open', 'hello');
    await importAll(id);
    expect(await namesOf('account_id=acc_anna')).toEqual(['Open']);
    expect(await namesOf('account_id=acc_mail')).toEqual([]);
  });
});

describe('a campaign with senders of its own', () => {
  it('sends from them in place of those that the sequence names, is found by them, and shows them', async () => {
    await addSequence(api.db, 'named', { senders: { professional: ['acc_anna'] } });
    await addAccount(api.db, 'acc_bert', 'professional');
    const leads = Array.from({ length: 8 }, (_, n) => ({ first_name: `P${n}`, profile_url: `own-${n}` }));
    const asked = { name: 'Own', sequence: 'named', senders: { professional: ['acc_bert'] }, source: { leads } };
    const made = await api.call('POST', '/api/campaigns', asked);
    expect(made).toMatchObject({ status: 201, body: { senders: { professional: ['acc_bert'] } } });
    await importAll(made.body.id);
    const { rows } = await api.db.query('select distinct senders from enrollments where campaign_id = $1', [
      made.body.id,
    ]);
    expect(rows).toEqual([{ senders: { professional: 'acc_bert' } }]);
    const found = async (account: string) =>
      (await api.call('GET', `/api/campaigns?q=Own&account_id=${account}`)).body.items.length;
    expect([await found('acc_bert'), await found('acc_anna')]).toEqual([1, 0]);
    // The same people from another account are another campaign; the same again is the same.
    expect((await api.call('POST', '/api/campaigns', asked)).body.id).toBe(made.body.id);
    const other = await api.call('POST', '/api/campaigns', { ...asked, senders: {} });
    expect(other.body).toMatchObject({ senders: {} });
    expect(other.body.id).not.toBe(made.body.id);
    // In whichever order they are named.
    const both = (pool: string[]) => api.call('POST', '/api/campaigns', { ...asked, senders: { professional: pool } });
    const first = await both(['acc_bert', 'acc_anna']);
    expect(first.body.senders).toEqual({ professional: ['acc_anna', 'acc_bert'] });
    expect((await both(['acc_anna', 'acc_bert', 'acc_anna'])).body.id).toBe(first.body.id);
  });

  it('is refused before anything is kept where it could send from none of several accounts', async () => {
    await addAccount(api.db, 'acc_bert', 'professional');
    const source = { leads: [{ first_name: 'Ada', profile_url: 'ada' }] };
    const asked = { name: 'Which', sequence: 'hello', source };
    for (const query of ['', '?dry_run=true']) {
      expect(await api.call('POST', `/api/campaigns${query}`, asked)).toMatchObject({
        status: 422,
        body: { code: 'no_sender', errors: [{ field: 'senders.professional' }] },
      });
    }
    const named = { ...asked, senders: { professional: ['acc_bert'] } };
    expect((await api.call('POST', '/api/campaigns', named)).status).toBe(201);
  });

  it('takes them beside a file, and refuses an account that is none of the channel', async () => {
    const senders = (given: unknown) => `name=S&dry_run=true&senders=${encodeURIComponent(JSON.stringify(given))}`;
    expect((await upload(senders({ professional: ['acc_anna'] }), FILE)).status).toBe(200);
    expect(await upload(senders({ professional: ['acc_mail'] }), FILE)).toMatchObject({
      status: 422,
      body: { code: 'unknown_account', errors: [{ field: 'senders.professional' }] },
    });
    expect((await upload('name=S&senders=[', FILE)).status).toBe(400);
    expect((await upload(senders({ pigeon: ['acc_anna'] }), FILE)).status).toBe(400);
  });
});

describe('a campaign', () => {
  it('takes another weight and name', async () => {
    const { body } = await upload('name=F', FILE);
    const changed = await api.call('PATCH', `/api/campaigns/${body.id}`, { weight: 9, name: 'G' });
    expect(changed.body).toMatchObject({ weight: 9, name: 'G' });
    expect((await api.call('PATCH', `/api/campaigns/${body.id}`, { weight: 101 })).status).toBe(422);
    expect((await api.call('PATCH', '/api/campaigns/cmp_none', { weight: 1 })).status).toBe(404);
  });

  it('looks again at rows that were refused for something that passes', async () => {
    await addSequence(api.db, 'hello', { enroll: { ...DEFAULT_ENROLL, per_company: 1 } });
    const { body } = await upload('name=F', 'First name,Profile,Company\nAda,ada,Acme\nBob,bob,acme\n,eve,Acme\n');
    await importAll(body.id);
    expect((await api.call('GET', `/api/campaigns/${body.id}`)).body.counts.refused).toEqual({
      per_company: 1,
      missing: 1,
    });
    await api.db.query(`update enrollments set status = 'finished', outcome = 'completed', finished_at = now()`, []);
    const dry = await api.call('POST', `/api/campaigns/${body.id}/retry?dry_run=true`);
    expect([dry.body.retried, dry.body.status]).toEqual([1, 'running']);
    const retried = await api.call('POST', `/api/campaigns/${body.id}/retry`);
    expect([retried.body.retried, retried.body.status]).toEqual([1, 'importing']);
    const { rows } = await api.db.query(`select payload from outbox where kind = 'start_campaign' order by id`, []);
    expect(rows).toEqual([{ payload: {} }, { payload: { run: 2 } }]);
    await importAll(body.id);
    expect((await api.call('GET', `/api/campaigns/${body.id}`)).body.counts).toMatchObject({
      enrolled: 2,
      refused: { missing: 1 },
    });
  });
});

describe('a campaign of a people search', () => {
  const search = (more: object = {}) => ({
    ...{ name: 'S', sequence: 'hello' },
    source: { search: { account_id: 'acc_anna', keyword: 'engineer', count: 25, ...more } },
  });
  const found = (n: number) => ({
    ...{ name: `Ada L${n}`, job_title: 'CTO', connection_level: '2nd', location: 'Paris' },
    ...{ profile_url: `https://professional.example/in/found-${n}`, profile_picture: '' },
  });

  it('says what it costs before anything is read', async () => {
    const { status, body } = await api.call('POST', '/api/campaigns?dry_run=true', search());
    expect([status, body.cost.credits, body.rows]).toEqual([200, 3, null]);
  });

  it('holds its filters against the contract', async () => {
    expect((await api.call('POST', '/api/campaigns', search({ keyword: undefined }))).status).toBe(422);
    expect((await api.call('POST', '/api/campaigns', search({ keywrod: 'x' }))).status).toBe(422);
    expect((await api.call('POST', '/api/campaigns', search({ network: ['X'] }))).status).toBe(422);
    expect((await api.call('POST', '/api/campaigns', search({ account_id: 'acc_mail' }))).body.code).toBe(
      'unknown_account',
    );
  });

  it('reads page by page, goes on after a cut, and enrolls nobody twice', async () => {
    const { body } = await api.call('POST', '/api/campaigns', search());
    const pages: unknown[] = [];
    let cut = true;
    const v2: V2Reader = {
      async call(_, action, { params }) {
        pages.push([action, params.offset, params.count, params.keyword]);
        if (params.offset === 10 && cut) {
          cut = false;
          return { kind: 'unknown', reason: 'cut off' };
        }
        const from = Number(params.offset);
        // Somebody has moved from the second page to the third one meanwhile.
        const profiles = Array.from({ length: Number(params.count) }, (__, n) =>
          found(from === 20 && n === 0 ? 15 : from + n),
        );
        return { kind: 'success', data: { profiles, pagination: { next_offset: from + 10 } } };
      },
    };
    await expect(importAll(body.id, v2)).rejects.toThrow('cut off');
    await importAll(body.id, v2);
    expect(pages).toEqual([0, 10, 10, 20].map((from) => ['search_people', from, from === 20 ? 5 : 10, 'engineer']));
    expect((await api.call('GET', `/api/campaigns/${body.id}`)).body).toMatchObject({
      status: 'running',
      counts: { rows: 24, enrolled: 24 },
    });
    const { rows } = await api.db.query(
      'select first_name, last_name, headline from leads order by profile_url limit 1',
      [],
    );
    expect(rows).toEqual([{ first_name: 'Ada', last_name: 'L0', headline: 'CTO' }]);
  });
});

describe('a campaign that follows its source', () => {
  const SEARCH = { account_id: 'acc_anna', count: 25, keyword: 'rust', follow: 'daily' };
  const start = (source: object, query = '') =>
    api.call('POST', `/api/campaigns${query}`, { name: 'F', sequence: 'hello', source });
  const ONE: V2Reader = {
    call: async (_, __, { params }) => ({
      kind: 'success',
      data: { profiles: params.offset === 0 ? [{ name: 'Ada L', profile_url: 'ada' }] : [] },
      credits: 1,
    }),
  };

  it('says before what a day costs', async () => {
    const search = (await start({ search: SEARCH }, '?dry_run=true')).body.follow;
    expect(search).toMatchObject({ every: 'daily', credits: 3, text: expect.stringContaining('3 credits at most') });
    const candidates = { account_id: 'acc_anna', job_id: '42', follow: 'daily' };
    const job = (await start({ candidates }, '?dry_run=true')).body.follow;
    expect(job).toMatchObject({ credits: 2, text: expect.stringContaining('Each day costs 2 credits') });
    const { follow: _, ...once } = candidates;
    expect((await start({ candidates: once }, '?dry_run=true')).body.follow).toBeNull();
    const wrong = await start({ candidates: { ...candidates, follow: 'hourly' } });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toMatchObject([{ field: 'source.candidates.follow' }]);
  });

  it('shows its looks with what they saw and cost, and can be left alone again', async () => {
    const { body } = await start({ search: SEARCH });
    expect(body.follow).toMatchObject({ every: 'daily', state: 'looking', looks: 1, credits: 0 });
    await importAll(body.id, ONE);
    const followed = (await api.call('GET', `/api/campaigns/${body.id}`)).body.follow;
    expect(followed).toMatchObject({
      state: 'following',
      credits: 1,
      last_look: { people: 1, enrolled: 1, credits: 1 },
    });
    expect(Date.parse(followed.next_look_at) - Date.parse(body.created_at)).toBe(86_400_000);
    const { items } = (await api.call('GET', `/api/campaigns/${body.id}/looks?fields=number,found`)).body;
    expect(items).toEqual([{ number: 1, found: 1 }]);
    const change = (follow: unknown, query = '') => api.call('PATCH', `/api/campaigns/${body.id}${query}`, { follow });
    expect((await change(null, '?dry_run=true')).body.follow.state).toBe('following');
    expect((await change(null)).body.follow).toMatchObject({
      state: 'ended',
      next_look_at: null,
      ended: { because: 'It was ended by a person.' },
    });
    expect((await change('daily')).body.follow).toMatchObject({ state: 'following', ended: null });
    expect((await change('hourly')).status).toBe(422);
    await api.call('POST', `/api/campaigns/${body.id}/stop`, {});
    expect((await api.call('GET', `/api/campaigns/${body.id}`)).body.follow).toMatchObject({ state: 'ended' });
    expect((await change('daily')).body.code).toBe('stopped');
  });

  it('needs a source that can be looked at again', async () => {
    const { body } = await start({ leads: [{ first_name: 'Ada', profile_url: 'ada' }] });
    expect(body.follow).toBeNull();
    const refused = await api.call('PATCH', `/api/campaigns/${body.id}`, { follow: 'daily' });
    expect([refused.status, refused.body.code, refused.body.errors[0].field]).toEqual([
      422,
      'not_followable',
      'follow',
    ]);
    expect((await api.call('GET', '/api/campaigns/cmp_none/looks')).status).toBe(404);
  });
});
