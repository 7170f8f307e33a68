import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIONS } from '../../../src/v2/contract/actions.ts';
import { CATEGORY_PATHS, ENDPOINTS } from '../../../src/v2/contract/endpoints.ts';
import { examplesOf } from '../../../src/v2/contract/openapi/category-operations.ts';
import { endpointExample } from '../../../src/v2/contract/openapi/management-operations.ts';
import { sample } from '../../support/rounds.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';
import { checkAnswer } from '../support/check-answer.ts';

const KEY = 'sandbox-tests-bootstrap-key';

let sandbox: Sandbox;
let accounts: Readonly<Record<string, string>>;
let turn = 0;

beforeAll(async () => {
  sandbox = await startSandbox();
  await sandbox.control('POST', '/credits', { set: 1_000_000 });
  accounts = {
    professional: await sandbox.account(),
    email: await sandbox.account({ platform: 'email' }),
    messenger: await sandbox.account({ platform: 'messenger' }),
  };
});
afterAll(() => sandbox.close());

/** The status of an answer that the contract allows; an answer in the 500s fails. */
async function status(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: { 'x-api-key': KEY, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const content_type = response.headers.get('content-type');
  if (content_type?.startsWith('application/json')) {
    const request = parsed(body);
    checkAnswer({ method, path, request, status: response.status, content_type, body: await response.json() });
  }
  expect(response.status, `${method} ${path} ${body?.slice(0, 500)}`).toBeLessThan(500);
  return response.status;
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? 'null');
  } catch {
    return undefined;
  }
}

/** Values that no field means, in JSON. */
const ODD: Readonly<Record<string, string>> = {
  null: 'null',
  'an empty text': '""',
  'white space': '" \\t\\n "',
  'a null character': '"a\\u0000b"',
  'a lone surrogate': '"\\ud800"',
  'a surrogate the wrong way round': '"\\udc00\\ud800"',
  'control characters': '"\\u0001\\u0008\\u001f\\u007f"',
  'a line break': '"a\\r\\nBcc: b@c.example"',
  'right-to-left text': '"\\u202e\\u0645\\u0631\\u062d\\u0628\\u0627"',
  'a quote': `"' or 1=1; --"`,
  'a template': '"{{7*7}} %s %n"',
  'a path': '"../../../../etc/passwd"',
  'a long text': JSON.stringify('x'.repeat(100_000)),
  'a huge number': '1e308',
  'more than a double': '1e999',
  'a number beyond exactness': '9007199254740993',
  'a large whole number': '4294967296123',
  'a large whole number as text': '"4294967296123"',
  'a urn with a large number': '"urn:x:4294967296123"',
  'a negative number': '-1',
  'a fraction': '0.5',
  'negative zero': '-0',
  true: 'true',
  'an empty list': '[]',
  'a list of lists': '[[["a"]]]',
  'a list of nothing': '[null, null]',
  'an empty object': '{}',
  'an object that names its prototype': '{"__proto__": {"toString": 1}, "constructor": 1}',
  'deep objects': `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
};

/** Values with which each param is tried by itself; the others are tried with all params at once, and by the fuzzer. */
const TELLING = [
  'a large whole number',
  'a large whole number as text',
  'a urn with a large number',

  'null',
  'a null character',
  'a lone surrogate',
  'more than a double',
  'a list of nothing',
  'a fraction',
];
const DEEP = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;

/** The example's params, with one of them replaced by an odd value. */
function withOdd(params: object, name: string, odd: string): string {
  const rest = Object.entries(params).filter(([other]) => other !== name);
  return `{${[...rest.map(([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)}`), `${JSON.stringify(name)}:${odd}`].join()}}`;
}

describe('odd values', () => {
  it.each(ACTIONS.map((definition) => [`${definition.category}/${definition.action}`, definition] as const))(
    '%s: each param takes or refuses each of them',
    async (_name, definition) => {
      const channel = definition.channels === 'none' ? null : definition.channels[0];
      const path = CATEGORY_PATHS[definition.category][0];
      const account = channel ? `"account_id":"${accounts[channel]}",` : '';
      const [, example] = examplesOf(definition)[0] ?? [];
      const names = Object.keys(
        (definition.params as { shape?: object; in?: { shape?: object } }).shape ?? example?.params ?? {},
      );
      for (const name of names) {
        const bodies = sample(TELLING, turn++).map((one) => {
          const params = withOdd(example?.params ?? {}, name, ODD[one] ?? '');
          return `{${account}"action":"${definition.action}","params":${params}}`;
        });
        for (const one of await Promise.all(bodies.map((body) => status('POST', path, body)))) {
          expect([200, 400, 402, 422]).toContain(one);
        }
      }
      for (const odd of sample(Object.values(ODD), turn++)) {
        const all = `{${names.map((name) => `"${name}":${odd}`).join()}}`;
        const bodies = [odd, all].map((params) => `{${account}"action":"${definition.action}","params":${params}}`);
        await Promise.all(bodies.map((body) => status('POST', path, body)));
      }
    },
  );

  it('may stand for account, action and the whole body', async () => {
    for (const odd of Object.values(ODD)) {
      await status('POST', '/v2/profiles', odd);
      await status('POST', '/v2/profiles', `{"account_id":${odd},"action":"get_me"}`);
      await status('POST', '/v2/profiles', `{"account_id":"${accounts.professional}","action":${odd}}`);
      await status('POST', '/v2/enrich', `{"account_id":${odd},"action":"find_email"}`);
    }
  });

  it('may be nested as deep as they like, also under an Idempotency-Key', async () => {
    const call = (params: string) =>
      `{"account_id":"${accounts.professional}","action":"visit","params":{"profile_url":"nobody","x":${params}}}`;
    for (const deep of [DEEP, DEEP.replaceAll('{"a":', '[').replaceAll('}', ']')]) {
      expect(await status('POST', '/v2/profiles', call(deep))).toBe(400);
      expect(await status('POST', '/v2/profiles', call(deep), { 'idempotency-key': `deep ${deep[0]}` })).toBe(400);
    }
  });

  const managed = ENDPOINTS.filter((one) => one.action !== null && one.answers !== 'event_stream');
  it.each(managed.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s: path, query and body take or refuse each of them',
    async (_name, { method, path, action, query, body }) => {
      const example = endpointExample(String(action));
      const filled = path.replace(/\{\w+\}/g, 'none');
      const names = query ? Object.keys((query as { shape?: object }).shape ?? {}) : [];
      for (const odd of sample(Object.values(ODD), turn++)) {
        const text = encodeURIComponent(String(parsed(odd) ?? '').replace(/[\ud800-\udfff]/g, '\ufffd')).slice(0, 4000);
        for (const name of names) await status(method, `${filled}?${name}=${text}`);
        if (text !== '') await status(method, path.replace(/\{\w+\}/g, text.slice(0, 300)), body ? '{}' : undefined);
        if (!body) continue;
        await status(method, filled, odd);
        for (const name of Object.keys(example.body ?? {}))
          await status(method, filled, withOdd(example.body ?? {}, name, odd));
      }
    },
  );
});

describe('odd requests', () => {
  it.each([
    ['no content type', { 'content-type': '' }],
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['multipart without a boundary', { 'content-type': 'multipart/form-data' }],
    ['a content type that is none', { 'content-type': ';;;' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['an Accept that cannot be served', { accept: 'image/png' }],
    ['an Idempotency-Key that is too long', { 'idempotency-key': 'k'.repeat(4000) }],
    ['a long header', { 'x-noise': 'n'.repeat(8000) }],
  ])('%s is read as JSON or refused', async (_name, headers) => {
    const body = `{"account_id":"${accounts.professional}","action":"get_me"}`;
    expect([200, 400]).toContain(await status('POST', '/v2/profiles', body, headers));
  });

  it.each([
    ['half a body', '{"account_id":'],
    ['nothing', ''],
    ['a byte order mark', '\ufeff{}'],
    ['two values', '{} {}'],
    ['a comment', '{/* a */}'],
    ['deep lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a repeated key', '{"action":"get_me","action":"fly"}'],
    ['a prototype', '{"__proto__":{"account_id":"x"},"action":"get_me"}'],
  ])('%s as a body is refused', async (_name, body) => {
    expect(await status('POST', '/v2/profiles', body)).toBe(400);
  });

  it.each([
    '/v2',
    '/v2/',
    '/v2//profiles',
    '/v2/profiles/',
    '/v2/%',
    '/v2/%ff%fe',
    '/v2/accounts/%2e%2e',
    '/v2/accounts/%00',
    `/v2/accounts/${'a'.repeat(5000)}`,
    '/v2/accounts/a%2Fb',
    '/v2/webhooks//events',
    '/v2/webhooks/x/deliveries/',
  ])('GET %s is answered in the envelope', async (path) => {
    expect([400, 404, 405]).toContain(await status('GET', path));
  });

  it.each([
    ['a long value', `action=${'a'.repeat(6000)}`],
    ['a thousand fields', Array.from({ length: 1000 }, (_, n) => `f${n}=1`).join('&')],
    ['a repeated field', 'limit=1&limit=2'],
    ['a field like a list', 'limit[]=1&limit[a]=2'],
    ['an encoding that is none', 'action=%E0%A4%A'],
    ['nothing but signs', '&&&===&?'],
  ])('%s in a query is taken or refused', async (_name, query) => {
    expect([200, 400]).toContain(await status('GET', `/v2/logs?${query}`));
  });

  it.each(['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK', 'FLY', 'get'])(
    'the method %s is refused in the envelope, or by the HTTP layer',
    async (method) => {
      const answer = await raw(`${method} /v2/profiles HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (400|404|405) /);
    },
  );

  it.each([
    ['a key of odd letters', 'x-api-key: \u00e4\u00f6\u00fc'],
    ['two keys', `x-api-key: ${KEY}\r\nx-api-key: other`],
    ['a length that is wrong', `x-api-key: ${KEY}\r\nContent-Length: abc`],
    ['a negative length', `x-api-key: ${KEY}\r\nContent-Length: -1`],
  ])('%s is refused', async (_name, header) => {
    const answer = await raw(`GET /v2/credits HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

/** Sends bytes as they are and reads until the connection is closed. */
function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(sandbox.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}
