import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isChange } from '../../src/app/api/serve.ts';
import { operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { eraseAll, erasingOf } from '../erasure/fixtures.ts';
import { type ChangeAsked, EACH_CHANGE } from './each-change.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  let jumped = 0;
  api = await openApi({
    sendToSelf: async () => ({ kind: 'success' }),
    connectLink: async () => ({
      kind: 'success',
      data: { url: 'https://v2.example/connect/lnk_1', expires_at: '2030-01-01T00:00:00.000Z' },
    }),
    movable_clock: {
      quiet: async () => ({ now: Date.now() + jumped, under_way: [], next: null }),
      async jump(to) {
        jumped = to;
      },
    },
  });
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

const newest = async (query = '') => (await api.call('GET', `/api/audit-log?limit=1${query}`)).body.items[0];
// Nobody changes a password with a key: test/api/users.test.ts does it with a session.
const changes = operationNames.filter((name) => isChange(operationOf(name)) && name !== 'changePassword');

const prepared = (name: string) => {
  const make = EACH_CHANGE[name];
  if (make === undefined) throw new Error(`test/api/each-change.ts lacks ${name}`);
  return make(api);
};

/** Asks for it, and gives the answer. */
async function change(name: string, headers: Record<string, string> = {}, query = '', made?: ChangeAsked) {
  const { method, path } = operationOf(name as (typeof operationNames)[number]);
  const { path: params = {}, query: asked = {}, body, headers: own = {} } = made ?? (await prepared(name));
  const url = path.replace(/\{(\w+)\}/g, (_, param: string) => params[param] ?? param);
  const whole = new URLSearchParams({ ...asked, ...Object.fromEntries(new URLSearchParams(query)) });
  return api.call(method, `${url}?${whole}`, body, { headers: { ...own, ...headers } });
}

let everyRow = '';
/** A digest of the rows of each table, but for when a key or a session was seen. */
async function allRows(): Promise<Record<string, string>> {
  if (everyRow === '') {
    const { rows } = await api.db.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() order by 1`,
    );
    everyRow = rows
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(string_agg(row, ',' order by row)) as digest
             from (select (to_jsonb(t) - 'wall_seen_at')::text as row from ${name} t) as rows`,
      )
      .join(' union all ');
  }
  const { rows } = await api.db.query<{ name: string; digest: string }>(everyRow);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** Tables where a dry run keeps what it has shown, so that by its hash just that is done: a plan, and no change. */
const KEPT: Readonly<Record<string, readonly string[]>> = { rollBackSequence: ['change_plans', 'change_plan_people'] };

async function rowsOfChanges(name: string): Promise<Record<string, string>> {
  const kept = KEPT[name] ?? [];
  return Object.fromEntries(Object.entries(await allRows()).filter(([table]) => !kept.includes(table)));
}

describe('the audit log', () => {
  it.each(changes)('has one line of %s, and none of its dry run, which changes no row at all', async (name) => {
    const made = await prepared(name);
    const before = await rowsOfChanges(name);
    expect((await change(name, {}, '?dry_run=true', made)).status).toBeLessThan(400);
    expect(await rowsOfChanges(name)).toEqual(before);
    const answer = await change(name, { 'user-agent': 'overture-cli' }, '', made);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const line = await newest();
    expect(line).toMatchObject({
      ...{ operation: name, via: 'cli', address: '127.0.0.1', user: null, key: { name: 'from the environment' } },
      sentence: expect.stringMatching(/^The key "from the environment" [a-z]+ .+\.$/),
      at: expect.any(String),
    });
    expect(line.sentence).not.toMatch(/undefined|null|\[object/);
    const { rows } = await api.db.query('select 1 from audit_log where operation = $1 and id >= $2', [name, line.id]);
    expect(rows).toHaveLength(1);
  });

  it('says what is different, before and after', async () => {
    await change('changeCampaign');
    expect(await newest()).toMatchObject({ before: { weight: 1 }, after: { weight: 3 } });
    await api.call('POST', '/api/accounts/acc_mail/pause', { note: 'on holiday' });
    expect(await newest()).toMatchObject({
      sentence: 'The key "from the environment" paused the account acc_mail.',
      target: { kind: 'account', id: 'acc_mail' },
      before: { state: 'running' },
      after: { state: 'paused', note: 'on holiday' },
    });
  });

  it('has no line of what is so already', async () => {
    await api.call('POST', '/api/accounts/acc_mail/pause', {});
    const before = await newest();
    expect((await api.call('POST', '/api/accounts/acc_mail/pause', {})).status).toBe(200);
    expect((await newest()).id).toBe(before.id);
  });

  it('has one line of a request that came twice', async () => {
    const asked = () =>
      api.call('POST', '/api/suppressions', { domain: 'twice.example' }, { headers: { 'idempotency-key': 'twice' } });
    await asked();
    const before = await newest();
    expect((await asked()).headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect((await newest()).id).toBe(before.id);
  });

  it('has no line of a change that was rolled back', async () => {
    const before = await newest();
    await api.db.query('alter table outbox rename to outbox_gone');
    try {
      expect((await change('createCampaign')).status).toBe(500);
    } finally {
      await api.db.query('alter table outbox_gone rename to outbox');
    }
    expect((await newest()).id).toBe(before.id);
  });

  it('is found by words, by who, by what and by when', async () => {
    const { body } = await api.call('POST', '/api/keys', { name: 'finder', scopes: ['admin'] });
    const line = await newest();
    const found = async (query: string) => (await api.call('GET', `/api/audit-log?${query}`)).body.items;
    expect(await found('q=key+finder')).toMatchObject([{ id: line.id }]);
    expect(await found(`target_id=${body.id}`)).toMatchObject([{ id: line.id }]);
    expect(await found(`target_id=${body.id}&since=${line.at}&until=${line.at}`)).toEqual([]);
    expect(await found(`q=finder&since=${line.at}&fields=id`)).toEqual([{ id: line.id }]);
    await api.call('POST', '/api/suppressions', { domain: 'by-finder.example' }, { key: body.key });
    expect(await found(`key_id=${body.id}&operation=suppress`)).toMatchObject([
      { sentence: expect.stringMatching(/^The key "finder" put a domain \(sup_\w+\) on the do-not-contact list\.$/) },
    ]);
  });

  it('comes as CSV whole, whose cells start no formula', async () => {
    await api.call('POST', '/api/keys', { name: '=1+1', scopes: ['read'] });
    const { body, headers } = await api.call('GET', '/api/audit-log?format=csv&operation=createKey&limit=1');
    expect(headers['content-type']).toContain('text/csv');
    const count = (await api.call('GET', '/api/audit-log?operation=createKey&count=true')).body.count.value;
    expect(count).toBeGreaterThan(1);
    expect(body.trim().split('\n')).toHaveLength(count + 1);
    expect(body).toMatch(/^\uFEFFat,sentence,/);
  });

  it('is for owners alone', async () => {
    const { body } = await api.call('POST', '/api/keys', { scopes: ['write', 'send'] });
    expect((await api.call('GET', '/api/audit-log', undefined, { key: body.key })).status).toBe(403);
  });

  it('holds no key, no token and no address of a person', async () => {
    const { body } = await api.call('POST', '/api/keys', { scopes: ['read'] });
    const { body: link } = await api.call('POST', '/api/sign-in-tokens', {});
    await api.call('POST', '/api/suppressions', { email: 'grace@navy.example', reason: 'grace asked' });
    const { rows } = await api.db.query<{ line: string }>('select a::text as line from audit_log a');
    const all = rows.map(({ line }) => line).join('\n');
    for (const secret of [body.key, link.token, ADMIN, 'grace', 'lovelace'])
      expect(all.toLowerCase()).not.toContain(secret);
  });

  it('cannot be changed, whoever asks Postgres', async () => {
    await change('pauseEnrollment');
    for (const sql of [
      `update audit_log set sentence = 'Nobody did anything.'`,
      `update audit_log set wall_erased_at = now(), before = null, after = null, user_name = 'Mallory'`,
      `update audit_log set after = '{}'`,
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(api.db.query(sql), sql).rejects.toThrow('append-only');
    }
  });

  it('names the person whom a line is about as they are called when it is read, and finds it by them', async () => {
    await change('pauseEnrollment');
    const { id, sentence, lead } = await newest();
    expect(lead).toMatchObject({ id: expect.stringMatching(/^lead_/), name: expect.stringMatching(/^Ada/) });
    // By reference alone: what is written of them anywhere in the line is their id.
    const { rows } = await api.db.query('select a::text as line from audit_log a where id = $1', [id]);
    expect(rows[0]?.line).not.toContain('Ada');
    await api.call('PATCH', `/api/leads/${lead.id}`, { first_name: 'Augusta', last_name: 'King' });
    const about = `&operation=pauseEnrollment&lead_id=${lead.id}`;
    expect(await newest(about)).toMatchObject({ id, sentence, lead: { id: lead.id, name: 'Augusta King' } });
    const csv = await api.call('GET', `/api/audit-log?format=csv${about}`);
    expect(csv.body).toContain(`,${lead.id},Augusta King,`);
    expect(await newest('&lead_id=lead_none')).toBeUndefined();
  });

  it('loses name, before and after of a person who is erased, and says when; that somebody did something stays', async () => {
    await change('pauseEnrollment');
    const line = await newest();
    expect(line.after).not.toBeNull();
    expect((await api.call('DELETE', `/api/leads/${line.lead.id}`)).status).toBeLessThan(300);
    await eraseAll(erasingOf(api));
    expect(await newest('&operation=pauseEnrollment')).toMatchObject({
      ...{ id: line.id, sentence: line.sentence, lead: null, before: null, after: null },
      erased_at: expect.any(String),
    });
  });
});
