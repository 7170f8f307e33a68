import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { allEnrollments, type EnrollmentItem } from './support/judge.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

/** What cannot be run here, and why. Each must stand in a page, or it is not needed any more. */
const NOT_RUN: readonly (readonly [part: string, why: string])[] = [
  ['npm ci', 'the test itself is run by it'],
  ['npm run test:', 'takes minutes, and is a test of its own'],
  ['docker compose', 'needs a Docker engine'],
  ['npx vitest run', 'for whoever changes the code: npm test runs it'],
  ['"email":"anna@firm.com"', 'a mailbox of the reader: its servers are not ours'],
  ['accounts check anna@firm.com', 'asks the name servers of the world'],
  ['{{ frist_name }}', 'shows a mistake, and ends with 1'],
  ['accepts and stays silent, gets one question', 'shows a test that fails, and ends with 1'],
];

/** What a reader has, or puts in its place. */
const FILES: Readonly<Record<string, string>> = {
  'people.csv':
    'first_name,profile_url\nMary,https://professional.example/in/mary-somerville\nEmmy,https://professional.example/in/emmy-noether\n',
  'old.yaml': 'sequence: two\nsteps:\n  - visit\n  - end: done\n',
  'new.yaml': 'sequence: two\nsteps:\n  - visit\n  - wait: 2 days\n  - end: done\n',
};

interface Command {
  readonly page: string;
  readonly line: number;
  readonly text: string;
}

let system: Overture;
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
  system = await startOverture({ env: { OVERTURE_DEMO_MAIL: 'sandbox' } });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const [, hello] = /```yaml\n(sequence: hello\n[\s\S]*?)```/.exec(readme) ?? [];
  if (hello === undefined) throw new Error('the README has no sequence named hello');
  writeFileSync(join(folder, 'hello.yaml'), hello);
  cpSync(join(PACKAGE_ROOT, 'sequences'), join(folder, 'sequences'), { recursive: true });
  symlinkSync(system.home, join(folder, '.overture'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const shim = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  shim('overture', `exec "${process.execPath}" "${BUILT_COMMAND}" "$@"`);
  shim('npx', 'exec "$@"');
}, 360_000);
afterAll(async () => {
  await system?.dispose();
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
  const api = new URL(system.run().api.url).host;
  const v2 = new URL(system.run().v2.url).host;
  const key = spawnIn(['v2', 'keys', 'create', '--json']).stdout;
  const waiting = await someoneWaiting('backend-engineers');
  const failed: string[] = [];
  let session = '';
  for (const { page, line, text } of commands) {
    if (NOT_RUN.some(([part]) => text.includes(part))) continue;
    const here = text
      .replaceAll('localhost:4400', api)
      .replaceAll('localhost:4401', v2)
      .replaceAll('<key id>', () => JSON.parse(key).key_id)
      .replaceAll('enr_01hx…', waiting);
    // Variables stay for the commands after them. curl answers 0 for a refusal unless it is told otherwise.
    const ran = spawnSync(
      'bash',
      ['-c', `curl() { command curl --silent --fail-with-body "$@"; }\n${session}${here}`],
      {
        ...{ cwd: folder, env: env(), encoding: 'utf8', timeout: 300_000, stdio: ['ignore', 'pipe', 'pipe'] },
      },
    );
    if (ran.status !== 0)
      failed.push(
        `${page}:${line} ended with ${ran.status}: ${text}\n${ran.stdout.slice(-500)}${ran.stderr.slice(-1000)}`,
      );
    if (/^[A-Z_]+=/.test(here)) session += `${here}\n`;
  }
  expect(failed).toEqual([]);
});

/** Somebody whose walk has begun and who can be put off: the demo's people are imported and begin after `overture dev` says that it is up. */
async function someoneWaiting(sequence: string): Promise<string> {
  let people: EnrollmentItem[] = [];
  let found: EnrollmentItem | undefined;
  const look = async () => {
    people = await allEnrollments(system, `&sequence=${sequence}`);
    found = people.find(({ status, waiting_for }) => status === 'active' && waiting_for !== null);
    return found !== undefined;
  };
  await waitUntil(look, { timeout: 120_000, every: 250 });
  if (found) return found.id;
  const standings = people.map(({ id, status, node }) => `${id} is ${status} at ${node}`).join('\n');
  throw new Error(`nobody in ${sequence} waits for anything: ${standings || 'nobody is enrolled'}\n${system.output()}`);
}

const env = () => ({ ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` });
const spawnIn = (words: readonly string[]) =>
  spawnSync(process.execPath, [BUILT_COMMAND, ...words], {
    cwd: folder,
    env: env(),
    encoding: 'utf8',
  });

/** Of its `sh` blocks every line, of its `console` blocks what stands behind `$`. What ends with a backslash goes on. */
function commandsOf(page: string, text: string): Command[] {
  const found: Command[] = [];
  let block: { kind: string; lines: string[]; begun: number } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence && block === null) block = { kind: fence[1] ?? '', lines: [], begun: index + 2 };
    else if (fence && block !== null) {
      found.push(...ofBlock(page, block));
      block = null;
    } else block?.lines.push(line);
  }
  return found;
}

function ofBlock(
  page: string,
  { kind, lines, begun }: { kind: string; lines: readonly string[]; begun: number },
): Command[] {
  // With what it prints, so that a block that shows a failure can be told.
  if (kind === 'console') {
    const [first = ''] = lines;
    return first.startsWith('$ ')
      ? [{ page, line: begun, text: `${first.slice(2)} # ${lines.slice(1).join(' ')}` }]
      : [];
  }
  if (kind !== 'sh') return [];
  const joined: Command[] = [];
  for (const [index, line] of lines.entries()) {
    const last = joined.at(-1);
    if (last?.text.endsWith('\\')) joined[joined.length - 1] = { ...last, text: `${last.text}\n${line}` };
    else if (line.trim() !== '') joined.push({ page, line: begun + index, text: line });
  }
  return joined;
}
