import { Readable } from 'node:stream';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi({ renew_keys_every: 20 });
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

const count = async (table: string) => (await api.db.query(`select from ${table}`)).rowCount;
const HEADERS = { 'idempotency-key': 'k1' };
const post = (path: string, body: unknown, type?: string) =>
  api.call('POST', path, body, { headers: { ...HEADERS, ...(type === undefined ? {} : { 'content-type': type }) } });

const REPLAYED = { headers: { 'idempotent-replayed': 'true' } };
const REUSED = { status: 422, body: { code: 'idempotency_key_reused' } };

const A = 'First name,Email\nAda,ada@x.example\n';
const B = 'First name,Email\nBob,bob@x.example\nCarl,carl@x.example\n';
const upload = (file: string | Buffer, name = 'A') =>
  post(`/api/campaigns?name=${name}&sequence=hello`, file, 'text/csv');

describe('an Idempotency-Key', () => {
  it('gets the same answer for the same file, and refuses another file', async () => {
    const first = await upload(A);
    expect(first.status).toBe(201);
    expect(await upload(A)).toMatchObject({ status: 201, body: first.body, ...REPLAYED });
    expect(await upload(B)).toMatchObject(REUSED);
    expect(await upload(A, 'B')).toMatchObject(REUSED);
    expect(await count('campaigns')).toBe(1);
    expect(
      await api.call('POST', '/api/campaigns?name=A&sequence=hello', B, { headers: { 'content-type': 'text/csv' } }),
    ).toMatchObject({ status: 201 });
  });

  it('whose answer cannot be kept still answers what was done, and nothing is done again', async () => {
    const again = await refuseWrites(api.db, 'idempotent_requests', 'update or delete');
    expect(await upload(A)).toMatchObject({ status: 201 });
    expect(await upload(A)).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    await again();
    expect(await count('campaigns')).toBe(1);
  });

  it.each([
    ['a letter', A.replace('Ada', 'Adb')],
    ['a line end', A.replaceAll('\n', '\r\n')],
    ['the last byte', A.slice(0, -1)],
    ['a mark at its beginning', `\ufeff${A}`],
  ])('distinguishes two files by %s', async (_, file) => {
    expect((await upload(A)).status).toBe(201);
    expect(await upload(Buffer.from(file))).toMatchObject(REUSED);
  });

  it.each([
    ['/api/sequences', 'sequence: new\nsteps: [visit]\n', 'sequence: new\nsteps: [visit, withdraw]\n'],
    ['/api/sequences/validate', 'sequence: new\nsteps: [visit]\n', 'sequence: new\nsteps: [like]\n'],
    ['/api/sequences/new/plan', 'sequence: new\nsteps: [visit]\n', 'sequence: new\nsteps: [like]\n'],
  ])('distinguishes the texts of POST %s', async (path, text, other) => {
    const first = await post(path, text);
    expect(first.status).toBeLessThan(300);
    expect(await post(path, text)).toMatchObject({ status: first.status, body: first.body, ...REPLAYED });
    expect(await post(path, other)).toMatchObject(REUSED);
  });

  it('compares JSON by what it means', async () => {
    const asked = (text: string) => post('/api/enrollments/batch', Buffer.from(text), 'application/json');
    const text =
      '{"sequence":"hello","leads":[{"first_name":"Ada","profile_url":"ada"},{"profile_url":"b","vars":{"a":1}}]}';
    const same = `{ "leads": [{"profile_url": "\\u0061da", "first_name": "Ada"},
      {"vars": {"a": 1.0}, "profile_url": "b"} ], "sequence": "hello" }`;
    const first = await asked(text);
    expect(first.status).toBe(200);
    expect(await asked(same)).toMatchObject({ status: 200, body: first.body, ...REPLAYED });
    const others = [
      text.replace('"a":1', '"a":"1"'),
      text.replace('"a":1', '"a":2'),
      text.replace('"a":1', '"a":null'),
      text.replace(/\[(.*?\}),(.*)\]/, '[$2,$1]'),
    ];
    for (const other of others) expect(await asked(other)).toMatchObject(REUSED);
  });

  it('is left by a request that was refused to the one that is right', async () => {
    const wrong: [string, unknown][] = [
      ['/api/enrollments', { sequence: 'hello', lead: {} }],
      ['/api/enrollments', { sequence: 'hello', leed: {} }],
      ['/api/enrollments', { sequence: 'none', lead: ada() }],
      ['/api/enrollments/enr_none/pause', {}],
      ['/api/sequences', 'sequence: new'],
    ];
    for (const [path, body] of wrong) {
      expect((await post(path, body)).status, path).toBeGreaterThanOrEqual(400);
      expect(await count('idempotent_requests'), path).toBe(0);
    }
    expect((await upload('"a\n')).status).toBe(422);
    expect(await upload(A)).toMatchObject({ status: 201 });
    expect(await count('idempotent_requests')).toBe(1);
  });

  it('looks again at a request that was refused, for what stood against it may have passed', async () => {
    const { body: entry } = await api.call('POST', '/api/suppressions', { profile_url: 'ada-lovelace' });
    const asked = () => post('/api/enrollments', { sequence: 'hello', lead: ada() });
    expect(await asked()).toMatchObject({ status: 409, body: { code: 'suppressed' } });
    expect((await api.call('DELETE', `/api/suppressions/${entry.id}`)).status).toBe(204);
    const done = await asked();
    expect(done.status).toBe(201);
    expect(await asked()).toMatchObject({ status: 201, body: done.body, ...REPLAYED });
  });

  it('is in use while its file is still coming in', async () => {
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { ...HEADERS, authorization: `Bearer ${ADMIN}`, 'content-type': 'text/csv' };
    let arrives = (): void => undefined;
    const rest = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    const slowly = async function* () {
      yield Buffer.from(A);
      await rest;
      yield Buffer.from('Bob,bob@x.example\n');
    };
    const url = `${address}/api/campaigns?name=A&sequence=hello`;
    const first = request(url, { method: 'POST', headers, body: Readable.from(slowly()) });
    await eventually(async () => expect(await count('idempotent_requests')).toBe(1));
    const second = await fetch(url, { method: 'POST', headers, body: A });
    expect([second.status, await second.json()]).toMatchObject([409, { code: 'in_progress' }]);
    // However long it takes: who is under way has not died.
    await api.db.query(`update idempotent_requests set wall_created_at = now() - interval '3 minutes'`);
    await eventually(async () => {
      const { rows } = await api.db.query<{ age: number }>(
        `select extract(epoch from now() - wall_created_at)::float8 as age from idempotent_requests`,
      );
      expect(rows[0]?.age).toBeLessThan(100);
    });
    expect((await fetch(url, { method: 'POST', headers, body: A })).status).toBe(409);
    const json = { ...headers, 'content-type': 'application/json' };
    const third = await fetch(url, { method: 'POST', headers: json, body: '{}' });
    expect([third.status, await third.json()]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
    arrives();
    expect((await first).statusCode).toBe(201);
    const replayed = await fetch(url, { method: 'POST', headers, body: `${A}Bob,bob@x.example\n` });
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });
});
