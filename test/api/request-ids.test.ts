import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keepScope } from '../../src/shared/telemetry/scope.ts';
import { traceWith } from '../../src/shared/telemetry/tracing.ts';
import { type ApiBench, openApi } from './fixtures.ts';

const OWN = expect.stringMatching(/^req_/);

let api: ApiBench;
const logged: { readonly request_id?: string; readonly msg: string }[] = [];
beforeAll(async () => {
  const lines = new PassThrough();
  lines.on('data', (line: Buffer) => logged.push(JSON.parse(line.toString())));
  keepScope();
  api = await openApi({ log: pino({ level: 'warn' }, lines) });
});
afterAll(() => api.close());

const ask = (id: string) => api.call('GET', '/api/nothing', undefined, { headers: { 'x-request-id': id } });

describe('the id of a request', () => {
  it.each([
    ['a UUID', '5f1d7e9a-0c7b-4a53-9a53-0f6f0f3f8d11'],
    ['that of a load balancer', 'Root=1-67891233-abcdef012345678912345678'],
    ['base64', 'q83vASNFZ4mrze8BI0VniQ=='],
    ['one letter', 'x'],
    ['128 letters', 'x'.repeat(128)],
  ])('is its caller’s, if it is %s', async (_, id) => {
    expect(await ask(id)).toMatchObject({ headers: { 'x-request-id': id }, body: { request_id: id } });
  });

  it.each([
    ['nothing', ''],
    ['129 letters', 'x'.repeat(129)],
    ['two of them', 'one, two'],
    ['an address', 'ada@acme.example'],
    ['with quotes', '"} {"level":60,"msg":"planted'],
    ['with letters of other scripts', 'zo\u00eb'],
    ['with a tab', 'a\tb'],
    ['with an escape of a terminal', '\u001b[2J'],
  ])('is ours, if theirs is %s', async (_, id) => {
    const { headers, body } = await ask(id);
    expect({ header: headers['x-request-id'], id: body.request_id }).toEqual({ header: OWN, id: OWN });
  });

  it('is ours, and another for each, if they bring none', async () => {
    const ids = [await api.call('GET', '/healthz'), await api.call('GET', '/healthz')].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(ids).toEqual([OWN, OWN]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('stands in the lines of the log', async () => {
    const form = { email: 'ada@acme.example', password: 'wrong' };
    const headers = { 'x-request-id': 'mine-1', origin: 'http://localhost', host: 'localhost' };
    expect((await api.call('POST', '/session', form, { key: null, headers })).status).toBe(401);
    expect(logged.filter(({ msg }) => msg.includes('tried to sign in'))).toMatchObject([{ request_id: 'mine-1' }]);
  });

  it('stands in its span, whose trace is its caller’s too', async () => {
    const opened: unknown[] = [];
    const span = { trace_id: 'ab'.repeat(16), span_id: 'cd'.repeat(8), sampled: true };
    const nothing = () => undefined;
    const stop = traceWith({
      open(asked) {
        opened.push(asked);
        return { ...span, set: nothing, fail: nothing, end: nothing };
      },
      stop: async () => undefined,
    });
    const traced = await openApi();
    const traceparent = `00-${'12'.repeat(16)}-${'34'.repeat(8)}-01`;
    await traced.call('GET', '/healthz', undefined, { headers: { 'x-request-id': 'mine-2', traceparent } });
    await traced.close();
    await stop();
    expect(opened).toContainEqual(
      expect.objectContaining({ traceparent, attributes: expect.objectContaining({ 'overture.request': 'mine-2' }) }),
    );
  });

  it('is that of what a tool of an agent calls, too', async () => {
    const query = api.db.query.bind(api.db);
    const broken = vi.spyOn(api.db, 'query').mockImplementation((text, ...more) => {
      if (/from sequences\b/.test(text)) throw new Error('planted');
      return query(text, ...more);
    });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sequences', arguments: {} } };
    const headers = { 'x-request-id': 'mine-3', accept: 'application/json, text/event-stream' };
    await api.call('POST', '/mcp', call, { headers });
    broken.mockRestore();
    expect(logged.filter(({ request_id }) => request_id === 'mine-3')).toMatchObject([
      { msg: 'a request failed unexpectedly' },
    ]);
  });
});
