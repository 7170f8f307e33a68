import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/app/main/free-port.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { commandsOf } from './support/commands-of.ts';
import { allEnrollments } from './support/judge.ts';
import { sharedServers } from './support/shared-servers.ts';
import { withShims } from './support/shims.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

// The world runs as the wall does, and nothing in it takes longer than a reply.
const SEQUENCE = `sequence: hello
schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }
steps:
  - visit
  - wait: 30 days
  - end: silent
`;
/** Beside it the servers of this process answer. */
const execute = promisify(execFile);
const RECIPES = join(PACKAGE_ROOT, 'docs/recipes');

let system: Overture;
let account: string;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  const env = { OVERTURE_DEMO: '0', OVERTURE_ALLOW_PRIVATE_WEBHOOKS: '1' };
  system = await startOverture({ env, servers: await sharedServers() });
  const made = { platform: 'professional', name: 'Anna Keller', country: 'FR', products: ['classic'] };
  account = (await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', made)).account_id;
  const sequence = SEQUENCE.replace('schedule', `senders: { professional: [${account}] }\nschedule`);
  expect(await system.api('POST', '/api/sequences', sequence)).toMatchObject({ status: 201 });
}, 360_000);
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => system?.dispose());

describe('the recipes', () => {
  it('are all executed here', () => {
    const pages = readdirSync(RECIPES).sort();
    expect(pages).toEqual(['crm.md', 'sheet.md', 'slack.md', 'zapier-n8n.md']);
  });

  it('for a CRM: a reply becomes an activity once, and who becomes a customer there is left alone', async () => {
    const crm = await receive([503, 200]);
    const [asked, customer] = [await personNamed('Ada'), await personNamed('Grace')];
    for (const person of [asked, customer]) await enroll(person);
    const { env, port, folder } = await follow('crm.md', {
      'https://crm.example': crm.url,
      files: { 'customers.csv': 'email,name\nold@customer.example,Old\n' },
    });
    await reply(asked, 'Yes, tell me more.');
    // The CRM was down at first; the same event comes again when its next attempt is due.
    await expect.poll(() => crm.posts.length).toBe(1);
    const { id } = JSON.parse(readFileSync(join(folder, 'webhook.json'), 'utf8'));
    const retrying = `/api/webhooks/${id}/deliveries?event=reply.received&status=retrying`;
    await expect.poll(async () => (await system.api<Listed>('GET', retrying)).body.items.length).toBe(1);
    await system.v2('POST', '/sandbox/clock', { advance: 'PT1M' });
    await expect.poll(() => crm.posts.length).toBe(2);
    expect(new Set(crm.posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(crm.posts[0]).toMatchObject({ path: '/activities', headers: { authorization: 'Bearer key-of-the-crm' } });
    expect(JSON.parse(crm.posts[0]?.body ?? '')).toMatchObject({
      ...{ title: 'Ada replied by message', text: 'Yes, tell me more.', external_id: expect.any(String) },
      contact: { email: asked.email, profile_url: asked.profile_url },
    });

    const tell = (body: object, key = String(env.FROM_CRM)) =>
      fetch(`http://127.0.0.1:${port}/from-crm`, {
        ...{ method: 'POST', body: JSON.stringify(body), headers: { authorization: `Bearer ${key}` } },
      });
    expect((await tell({ email: customer.email, status: 'customer' }, 'a guess')).status).toBe(401);
    expect((await tell({ email: customer.email, status: 'lead' })).status).toBe(204);
    expect((await standing(customer)).status).toBe('active');
    for (let time = 0; time < 2; time++)
      expect((await tell({ email: customer.email, status: 'customer' })).status).toBe(204);
    await expect.poll(async () => (await standing(customer)).outcome).toBe('stopped');
    await breakOff(port, '/from-overture');
    const unsigned = await fetch(`http://127.0.0.1:${port}/from-overture`, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
    const { body: list } = await system.api<{ items: { value: string; reason: string }[] }>('GET', '/api/suppressions');
    expect(list.items.map(({ reason }) => reason).sort()).toEqual(['CRM: customer', 'CRM: customer']);
  });

  it('for a sheet: its people are enrolled, those of yesterday once, and what came of them is a file', async () => {
    const people = [await personNamed('Mary'), await personNamed('Emmy')];
    const header = 'First name,LinkedIn URL,Company\n';
    const rows = people.map(({ first_name, profile_url }) => `${first_name},${profile_url},=Firm\n`);
    let asked = 0;
    const sheet = await serveText(() => header + rows.slice(0, ++asked).join(''));
    const { folder, said } = await follow('sheet.md', { 'https://sheet.example/people.csv': sheet });
    // The first time one row, the second time both.
    expect(said).toContain('1 enrolled, 0 duplicate');
    expect(said).toContain('1 enrolled, 1 were there already, refused: {}');
    for (const person of people) expect((await standing(person)).outcome).toBeNull();
    expect(readFileSync(join(folder, 'rows.csv'), 'utf8')).toContain(',created,');
    const results = readFileSync(join(folder, 'results.csv'), 'utf8');
    expect(results.split('\n').filter((line) => line.includes(String(people[0]?.profile_url)))).toHaveLength(1);
    expect(results).toContain(`'=Firm`);
  });

  it('for Slack: replies are shown as text, and what Slack did not take comes again', async () => {
    const slack = await receive([200]);
    const { port, folder } = await follow('slack.md', {
      'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXX': slack.url,
    });
    expect(JSON.parse(slack.posts[0]?.body ?? '')).toEqual({ text: ':wave: Overture can write here.' });
    const person = await personNamed('Rosa');
    await enroll(person);
    await reply(person, 'Yes & no:\n<!channel> come here');
    await expect.poll(() => slack.posts.length).toBe(2);
    expect(JSON.parse(slack.posts[1]?.body ?? '')).toEqual({
      text: ':speech_balloon: *Rosa Example* replied by message:\n> Yes &amp; no:\n> &lt;!channel&gt; come here',
    });
    const { secret } = JSON.parse(readFileSync(join(folder, 'webhook.json'), 'utf8'));
    const post = (id: string, body = JSON.stringify({ id, type: 'webhook.test', data: {} })) => {
      const signature = new Webhook(secret).sign(id, new Date(), body);
      const headers = {
        ...{ 'webhook-id': id, 'webhook-timestamp': `${Math.floor(Date.now() / 1000)}` },
        'webhook-signature': signature,
      };
      return fetch(`http://127.0.0.1:${port}/overture`, { method: 'POST', body, headers });
    };
    slack.answers = [429, 200];
    expect((await post('evt_x')).status).toBe(502);
    expect((await post('evt_x')).status).toBe(204);
    expect((await post('evt_x')).status).toBe(204);
    expect(slack.posts).toHaveLength(4);
    // Whoever breaks off or is unsigned ends nothing.
    await breakOff(port, '/overture');
    expect((await fetch(`http://127.0.0.1:${port}/overture`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('for Zapier and n8n: a hook receives events, and the API enrolls once and refuses whom it must', async () => {
    const zapier = await receive([200]);
    const { env, blocks } = await follow('zapier-n8n.md', {
      'https://hooks.zapier.com/hooks/catch/123/abc': zapier.url,
    });
    expect(JSON.parse(zapier.posts[0]?.body ?? '')).toMatchObject({
      ...{ type: 'webhook.test', id: expect.any(String) },
      data: { example: { type: 'reply.received', data: { text: expect.any(String) } } },
    });
    const code = blocks.find((text) => text.startsWith('// code-step.js')) ?? '';
    const step = async (more: object): Promise<{ id: string | null; refused: string | null }> => {
      const given = { api_url: env.API_URL, key: env.API_KEY, row: 'row-18', ...more };
      const program = `let output; const inputData = ${JSON.stringify(given)};\n${code}\nprocess.stdout.write(JSON.stringify(output));`;
      return JSON.parse((await execute(process.execPath, ['--input-type=module', '-e', program])).stdout);
    };
    const { profile_url, first_name } = await personNamed('Lise');
    const lise = { profile_url, first_name };
    const first = await step(lise);
    expect(first).toEqual({ id: expect.stringMatching(/^enr_/), refused: null });
    // The Zap runs twice, and then another row names the same person.
    expect(await step(lise)).toEqual(first);
    expect(await step({ ...lise, row: 'row-19' })).toEqual({ id: first.id, refused: 'duplicate' });
    const people = await allEnrollments(system);
    const named = (name: string) => people.filter(({ lead }) => lead?.profile_url.endsWith(name));
    expect(named('/emmy-noether')).toHaveLength(1);
    const { body } = await system.api<{ items: object[] }>('GET', '/api/suppressions');
    expect(body.items).toContainEqual(expect.objectContaining({ reason: 'asked by phone' }));
  });
});

/** Does what the page says, with addresses of this machine in place of its own: programs that listen go on until the test ends. */
async function follow(
  page: string,
  {
    files: given = {},
    ...instead
  }: { readonly files?: Readonly<Record<string, string>>; readonly [text: string]: unknown },
) {
  const text = readFileSync(join(RECIPES, page), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'overture-recipe-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PACKAGE_ROOT, join(folder, 'node_modules/overture'));
  symlinkSync(join(PACKAGE_ROOT, 'node_modules/standardwebhooks'), join(folder, 'node_modules/standardwebhooks'));
  symlinkSync(system.home, join(folder, '.overture'));
  const blocks = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  for (const block of blocks) {
    const [, name] = /^\/\/ ([\w-]+\.m?js)\n/.exec(block) ?? [];
    if (name === undefined) throw new Error(`${page} has a program without a name`);
    writeFileSync(join(folder, name), block);
  }
  for (const [name, content] of Object.entries(given)) writeFileSync(join(folder, name), content);
  const port = await freePort(0);
  const replaced = Object.entries({
    ...instead,
    'http://localhost:4400': system.run().api.url,
    'https://bridge.example': `http://127.0.0.1:${port}`,
  });
  const environment: NodeJS.ProcessEnv = { ...withShims(folder), PORT: `${port}` };
  let said = '';
  for (const command of commandsOf(page, text)) {
    // What it installs is there.
    if (command.text.startsWith('npm install')) continue;
    const line = replaced.reduce((words, [from, to]) => words.replaceAll(from, String(to)), command.text);
    if (isServer(line, blocks)) {
      await serve(folder, line, environment, port);
      continue;
    }
    const script = `curl() { command curl --silent --fail-with-body "$@"; }\nset -ea\n${line}\nenv -0 > variables`;
    const ran = await execute('bash', ['-c', script], { cwd: folder, env: environment }).catch((error: unknown) => {
      throw new Error(`${page}:${command.line} ${line}`, { cause: error });
    });
    said += ran.stdout;
    // Variables stay for the commands after them.
    for (const pair of readFileSync(join(folder, 'variables'), 'utf8').split('\0')) {
      const [name = ''] = pair.split('=', 1);
      if (name !== '' && name !== '_') environment[name] = pair.slice(name.length + 1);
    }
  }
  return { folder, env: environment, blocks, port, said };
}

/** A program that listens does not end by itself. */
const isServer = (line: string, blocks: readonly string[]): boolean =>
  blocks.some((block) => line === `node ${/^\/\/ (\S+)/.exec(block)?.[1]}` && block.includes('.listen('));

async function serve(folder: string, line: string, env: NodeJS.ProcessEnv, port: number): Promise<void> {
  const [, file = ''] = line.split(' ');
  const child = spawn(process.execPath, [file], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  closing.push(async () => {
    child.kill();
    await ended;
  });
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  if (!(await waitUntil(answers, { timeout: 120_000 }))) throw new Error(`${line} does not listen`);
}

/** A request whose body ends before it is there. */
const breakOff = (port: number, path: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf`, () =>
        socket.destroy(),
      );
    });
    socket.once('close', () => resolve());
  });

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Another system: a real HTTP server that keeps what reaches it. The last of its answers goes on. */
async function receive(answers: number[]) {
  const posts: Post[] = [];
  const received = { url: '', posts, answers };
  received.url = await listen(async (path, headers, body) => {
    posts.push({ path, headers, body });
    return {
      status: (received.answers.length > 1 ? received.answers.shift() : received.answers[0]) ?? 200,
      text: 'ok',
    };
  });
  return received;
}

const serveText = (text: () => string): Promise<string> => listen(async () => ({ status: 200, text: text() }));

async function listen(
  answer: (path: string, headers: IncomingHttpHeaders, body: string) => Promise<{ status: number; text: string }>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const { status, text } = await answer(request.url ?? '', request.headers, body);
    response.writeHead(status).end(text);
  });
  const port = await freePort(0);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

interface Person {
  readonly first_name: string;
  readonly email: string;
  readonly profile_url: string;
  readonly public_identifier: string;
}

async function personNamed(first_name: string): Promise<Person> {
  const email = `${first_name.toLowerCase()}@people.example`;
  const made = await system.v2<{ profile_url: string; public_identifier: string }>('POST', '/sandbox/people', {
    ...{ first_name, last_name: 'Example', degree: 1, email },
  });
  return { first_name, email, ...made };
}

async function enroll({ first_name, email, profile_url }: Person): Promise<void> {
  const lead = { first_name, last_name: 'Example', email, profile_url };
  expect(await system.api('POST', '/api/enrollments', { sequence: 'hello', lead })).toMatchObject({ status: 201 });
}

const reply = ({ public_identifier }: Person, text: string) =>
  system.v2('POST', `/sandbox/people/${public_identifier}/act`, { account_id: account, do: 'reply', text });

async function standing({ profile_url }: Person) {
  const found = (await allEnrollments(system)).find(({ lead }) => lead?.profile_url === profile_url);
  if (found === undefined) throw new Error(`${profile_url} is not enrolled`);
  return found;
}
