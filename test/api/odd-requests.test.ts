import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { isClearly, ODD_URLS, oddAnswers } from '../support/odd-urls.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

const problem = (status: number, more: object = {}) => ({
  status,
  headers: { 'content-type': expect.stringContaining('application/problem+json') },
  body: { status, ...more },
});

it.each(['a%2fb', '%20', 'a%5cb'])('an id that is %s is refused as one', async (id) => {
  const answer = await api.call('POST', `/api/campaigns/${id}/pause`, {});
  expect(answer).toMatchObject(problem(400, { code: 'invalid_path', errors: [{ field: 'id' }] }));
});

describe('a text with a NUL, which Postgres keeps in no text', () => {
  it.each([
    '/api/enrollments/%00',
    '/api/enrollments?lead_id=%00',
    '/api/leads?q=%00',
    '/api/campaigns/%00/rows',
    '/api/stats?outcome=%00',
  ])('is refused in the address %s', async (url) => {
    expect(await api.call('GET', url)).toMatchObject(problem(400, { code: 'invalid_query' }));
  });

  it.each([
    ['/api/enrollments', { sequence: 'hello', lead: ada({ vars: { note: 'a\0b' } }) }, 'lead.vars.note'],
    ['/api/enrollments/batch', { sequence: 'hello', leads: [ada(), { first_name: '\0' }] }, 'leads.1.first_name'],
    ['/api/suppressions', { company: 'a\0b' }, 'company'],
    ['/api/enrollments/control', { action: 'pause', filter: { node: '\0' } }, 'filter.node'],
    ['/api/pause', { confirm: 'everything', note: '\0' }, 'note'],
  ])('is refused in the body of %s, with its place', async (url, body, field) => {
    const answer = await api.call('POST', url, body);
    expect(answer).toMatchObject(problem(422, { code: 'invalid_body', errors: [{ field }] }));
  });
});

describe('a time that Postgres cannot read', () => {
  const ODD = ['0120-08-07T09:48:28-17:13', '2026-08-07T09:48:28+18:28', '0000-01-01T00:00:00Z'];
  const sent = [
    ['POST', '/api/enrollments/enr_1/reschedule', 'at'],
    ['POST', '/api/clock/jump', 'to'],
    ['POST', '/api/conversations/cnv_1/snooze', 'until'],
  ] as const;

  it.each(ODD)('is refused where it is asked for: %s', async (time) => {
    for (const name of ['since', 'until']) {
      const answer = await api.call('GET', `/api/audit-log?${name}=${encodeURIComponent(time)}`);
      expect(answer).toMatchObject(problem(400, { code: 'invalid_query', errors: [{ field: name }] }));
    }
    for (const [method, url, field] of sent) {
      const answer = await api.call(method, url, { [field]: time });
      expect(answer, url).toMatchObject(problem(422, { code: 'invalid_body', errors: [{ field }] }));
    }
  });

  it('is one within the offsets that there are', async () => {
    const answer = await api.call('GET', `/api/audit-log?since=${encodeURIComponent('2026-08-07T09:48:28+14:00')}`);
    expect(answer.status).toBe(200);
  });
});

describe('what no route can mean', () => {
  it('is a problem like every other: an address that is no text, a version that no column holds, a body without end', async () => {
    expect(await api.call('GET', '/api/enrollments/%ff')).toMatchObject(problem(400));
    expect(await api.call('GET', '/api/enrollments?version=99999999999')).toMatchObject(problem(400));
    const deep = `{"sequence": "hello", "lead": ${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const answer = await api.call('POST', '/api/enrollments', deep, {
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject(problem(422, { code: 'invalid_body' }));
  });

  it('says that it is missing', async () => {
    expect((await api.call('POST', '/api/enrollments', { sequence: 'hello' })).body.detail).toBe('lead: is missing');
    expect((await api.call('POST', '/api/enrollments')).body.detail).toBe('the body: is missing');
  });

  it('is a file where no file is taken', async () => {
    const headers = { 'content-type': 'text/csv' };
    const answer = await api.call('POST', '/api/suppressions', 'email\na@b.example', { headers });
    expect(answer).toMatchObject(problem(415, { code: 'unsupported_media_type' }));
  });
});

describe('a URL that only looks like one', () => {
  it('is taken or refused wherever a body, a file or a header has a URL, and never an error of ours', async () => {
    const lead = (profile_url: string) => ({ first_name: 'Ada', profile_url });
    const rows = ODD_URLS.filter((url) => !url.includes('"')).map((url) => `Ada,"${url}"`);
    const csv = ['first_name,profile_url', ...rows].join('\n');
    const fields = {
      lead: (url: string) => api.call('POST', '/api/enrollments?dry_run=true', { sequence: 'hello', lead: lead(url) }),
      suppression: (profile_url: string) => api.call('POST', '/api/suppressions?dry_run=true', { profile_url }),
    };
    expect(await oddAnswers(fields, isClearly('code'))).toEqual([]);
    expect(await fields.suppression('https://[/in/ada')).toMatchObject({ status: 422 });
    const leads = ODD_URLS.map(lead);
    const all = [
      ['/api/enrollments/batch?dry_run=true', { sequence: 'hello', leads }],
      ['/api/campaigns?dry_run=true', { name: 'x', sequence: 'hello', source: { leads } }],
      ['/api/campaigns?dry_run=true', { name: 'x', sequence: 'hello', source: { csv } }],
    ] as const;
    for (const [path, body] of all) expect(await api.call('POST', path, body)).toMatchObject({ status: 200 });
    for (const { profile_url } of leads.slice(0, 20))
      expect((await api.call('GET', `/api/leads?q=${encodeURIComponent(profile_url)}`)).status).toBe(200);
  });
});

describe('a dry run', () => {
  const counted = async (table: 'suppressions' | 'enrollments') =>
    (await api.db.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;

  it('of the do-not-contact list says whom it would stop, and changes nothing', async () => {
    const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() });
    const asked = { profile_url: ada().profile_url };
    const dry = await api.call('POST', '/api/suppressions?dry_run=true', asked);
    expect(dry).toMatchObject({ status: 200, body: { dry_run: true, kind: 'slug', stopped: 1 } });
    const many = await api.call('POST', '/api/suppressions/batch?dry_run=true', { entries: [asked] });
    expect(many.body).toMatchObject({ dry_run: true, results: [{ row: 1, status: 'created', stopped: 1 }] });
    expect(await counted('suppressions')).toBe(0);
    expect((await api.call('GET', `/api/enrollments/${body.id}`)).body).toMatchObject({
      status: 'queued',
      outcome: null,
    });
    const kept = await api.call('POST', '/api/suppressions', asked);
    expect((await api.call('DELETE', `/api/suppressions/${kept.body.id}?dry_run=true`)).status).toBe(200);
    expect(await counted('suppressions')).toBe(1);
    expect((await api.call('DELETE', '/api/suppressions/none?dry_run=true')).status).toBe(404);
  });

  it('of a batch of leads says what would become of each, and enrolls nobody', async () => {
    const leads = [ada(), ada(), {}];
    const { body } = await api.call('POST', '/api/enrollments/batch?dry_run=true', { sequence: 'hello', leads });
    expect(body.dry_run).toBe(true);
    expect(body.results.map((one: { status: string }) => one.status)).toEqual(['created', 'duplicate', 'refused']);
    expect(await counted('enrollments')).toBe(0);
  });
});

describe('what never becomes a request', () => {
  const answered = async (sent: string): Promise<{ head: string; body: unknown }> => {
    if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
    const address = api.app.server.address();
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { head, body: JSON.parse(body) };
  };

  it('is answered with a problem, too: headers without end, and no HTTP at all', async () => {
    const long = await answered(`GET /healthz HTTP/1.1\r\nHost: here\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(long.head).toMatch(/^HTTP\/1.1 431 /);
    expect(long.head).toContain('content-type: application/problem+json');
    expect(long.body).toMatchObject({ status: 431, code: 'headers_too_large' });
    const other = await answered('SSH-2.0-OpenSSH_9.2\r\n\r\n');
    expect(other.head).toMatch(/^HTTP\/1.1 400 /);
    expect(other.body).toMatchObject({ status: 400, code: 'bad_request' });
  });
});
