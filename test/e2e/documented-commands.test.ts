import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { commandsOf } from './support/commands-of.ts';
import { allEnrollments, type EnrollmentItem } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { withShims } from './support/shims.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

/** Commands that cannot be run here, and why. Each must stand in a page, or it is not needed any more. */
const NOT_RUN: readonly (readonly [part: string, why: string])[] = [
  ['npm ci', 'the test itself is run by it'],
  ['npm run test:', 'takes minutes, and is a test of its own'],
  ['npm run bench', 'measures in minutes, for whoever changes the code'],
  ['docker compose', 'needs a Docker engine'],
  ['npx vitest run', 'for whoever changes the code: npm test runs it'],
  ['"email":"anna@firm.com"', 'a mailbox of the reader: its servers are not ours'],
  ['accounts check anna@firm.com', 'asks the name servers of the world'],
  ['usr_01hx…', 'gives a task to a user, and one machine has none: docs/users.md invites them'],
  ['{{ frist_name }}', 'shows a mistake, and ends with 1'],
  ['accepts and stays silent, gets one question', 'shows a test that fails, and ends with 1'],
];

/** Files that a reader has, or would put in the place of those that the pages name. */
const FILES: Readonly<Record<string, string>> = {
  'people.csv':
    'first_name,profile_url\nMary,https://professional.example/in/mary-somerville\nEmmy,https://professional.example/in/emmy-noether\n',
  'old.yaml': 'sequence: two\nsteps:\n  - visit\n  - end: done\n',
  'new.yaml': 'sequence: two\nsteps:\n  - visit\n  - wait: 2 days\n  - end: done\n',
};

let system: Overture;
let environment: NodeJS.ProcessEnv;
let receiver: Server;
const folder = mkdtempSync(join(tmpdir(), 'overture-docs-'));
const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
const pages = [
  'README.md',
  ...readdirSync(join(PACKAGE_ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
];
const commands = pages.flatMap((page) => commandsOf(page, readFileSync(join(PACKAGE_ROOT, page), 'utf8')));

beforeAll(async () => {
  receiver = createServer((_, answer) => answer.end()).listen(0, '127.0.0.1');
  system = await startOverture({ env: { OVERTURE_DEMO_MAIL: 'sandbox', OVERTURE_ALLOW_PRIVATE_WEBHOOKS: '1' } });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const [, hello] = /```yaml\n(sequence: hello\n[\s\S]*?)```/.exec(readme) ?? [];
  if (hello === undefined) throw new Error('the README has no sequence named hello');
  writeFileSync(join(folder, 'hello.yaml'), hello);
  cpSync(join(PACKAGE_ROOT, 'sequences'), join(folder, 'sequences'), { recursive: true });
  symlinkSync(system.home, join(folder, '.overture'));
  environment = withShims(folder);
}, 360_000);
afterAll(async () => {
  await system?.dispose();
  receiver?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the pages have commands, and what is not run is in them', () => {
  expect(commands.length).toBeGreaterThan(30);
  for (const [part] of NOT_RUN)
    expect(
      pages.some((page) => readFileSync(join(PACKAGE_ROOT, page), 'utf8').includes(part)),
      part,
    ).toBe(true);
});

it('every command of the README and docs can be run in its order', async () => {
  const stands = await placeholders();
  const failed: string[] = [];
  let session = '';
  for (const { page, line, text } of commands) {
    if (NOT_RUN.some(([part]) => text.includes(part))) continue;
    let here = text;
    for (const [part, value] of stands) if (here.includes(part)) here = here.replaceAll(part, await value());
    // Variables stay for the commands after them. curl answers 0 for a refusal unless it is told otherwise.
    const { status, output } = await runInShell(
      `curl() { command curl --silent --fail-with-body "$@"; }\n${session}${here}`,
    );
    if (status !== 0) failed.push(`${page}:${line} ended with ${status}: ${here}\n${output}`);
    if (/^[A-Z_]+=/.test(here)) session += `${here}\n`;
  }
  expect(failed).toEqual([]);
});

it('whom the pages name, the demo knows', async () => {
  const named = new Set(
    commands.flatMap(({ text }) => [...text.matchAll(/professional\.example\/in\/([\w-]+)/g)]).map(([, slug]) => slug),
  );
  expect([...named]).toContain('grace-hopper');
  for (const slug of named)
    expect(await system.v2('GET', `/sandbox/people/${slug}`), slug).toMatchObject({ public_identifier: slug });
});

/** Parts of the commands that stand for something a reader has, each with its value here, which is looked up when a command needs it. */
async function placeholders(): Promise<readonly (readonly [part: string, value: () => string | Promise<string>])[]> {
  const key = spawnIn(['v2', 'keys', 'create', '--json']).stdout;
  const conversation = await someoneAnswered();
  const waiting = await someoneWaiting('backend-engineers');
  const first = async (path: string): Promise<string> => {
    const { body } = await system.api<{ items: { id: string }[] }>('GET', path);
    return body.items[0]?.id ?? `nothing in ${path}`;
  };
  const webhook = () => first('/api/webhooks');
  return [
    // Packing itself takes long, and `package.test.ts` has it do so.
    ['overture init my-outreach', () => 'overture init my-outreach --package 0.1.0'],
    ['localhost:4400', () => new URL(system.run().api.url).host],
    ['localhost:4401', () => new URL(system.run().v2.url).host],
    ['<key id>', () => JSON.parse(key).key_id],
    ['tasks decide tsk_01hx… approve', async () => `tasks decide ${await someTask('review')} approve`],
    ['tasks decide tsk_01hx…', async () => `tasks decide ${await someTask('unclear_reply')}`],
    ['enr_01hx…', () => waiting],
    ['cnv_…', () => conversation.id],
    ['cnv_1', () => conversation.id],
    ['evt_1', () => conversation.last_message.id],
    ['acc_1,acc_2', () => first('/api/accounts')],
    ['erase ada@acme.example', async () => `erase ${await first('/api/leads')}`],
    ['https://crm.example', () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`],
    ['whk_1', webhook],
    ['dlv_1', async () => first(`/api/webhooks/${await webhook()}/deliveries`)],
  ];
}

/** A conversation of the demo in which it is our turn. */
async function someoneAnswered() {
  let found: { id: string; last_message: { id: string } } | undefined;
  await jumpUntil(system, async () => {
    const { body } = await system.api<{ items: (typeof found)[] }>('GET', '/api/conversations?waiting_for=us');
    found = body.items[0];
    return found !== undefined;
  });
  if (!found) throw new Error('nobody has answered');
  return found;
}

/** A text to approve, or a mail of which nobody knows what it means: the demo brings each. */
async function someTask(of: 'review' | 'unclear_reply'): Promise<string> {
  let found: string | undefined;
  await jumpUntil(system, async () => {
    const { body } = await system.api<{ items: { id: string; kind: string }[] }>('GET', '/api/tasks?status=open');
    found = body.items.find(({ kind }) => kind === of)?.id;
    return found !== undefined;
  });
  return found ?? `no task is ${of}`;
}

/** Somebody whose walk has begun and who can be put off: the demo's people are imported and begin after `overture dev` says that it is up. */
async function someoneWaiting(sequence: string): Promise<string> {
  let people: EnrollmentItem[] = [];
  let found: EnrollmentItem | undefined;
  const look = async () => {
    people = await allEnrollments(system, `&sequence=${sequence}`);
    found = people.find(({ status, waiting_for }) => status === 'active' && waiting_for !== null);
    return found !== undefined;
  };
  // What it says where the API is away stands in its output.
  await waitUntil(() => look().catch(() => false), { timeout: 120_000, every: 250 });
  if (found) return found.id;
  const positions = people.map(({ id, status, node }) => `${id} is ${status} at ${node}`).join('\n');
  throw new Error(`nobody in ${sequence} waits for anything: ${positions || 'nobody is enrolled'}\n${system.output()}`);
}

/** Others answer meanwhile: this process goes on. */
const runInShell = (text: string) =>
  new Promise<{ status: number | string; output: string }>((resolve) => {
    const child = execFile(
      'bash',
      ['-c', text],
      { cwd: folder, env: environment, timeout: 300_000 },
      (error, stdout, stderr) =>
        resolve({ status: error?.code ?? error?.signal ?? 0, output: `${stdout.slice(-500)}${stderr.slice(-1000)}` }),
    );
    child.stdin?.end();
  });
const spawnIn = (words: readonly string[]) =>
  spawnSync(process.execPath, [BUILT_COMMAND, ...words], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
