import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsubscribeUrl } from '../../src/app/api/auth/unsubscribe.ts';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { allEnrollments, contactedTwice, whatReachedThem } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { sharedServers } from './support/shared-servers.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const SEQUENCE = `sequence: patient
schedule:
  timezone: Europe/Paris
  hours: { mon-fri: "08:00-20:00" }
stop_on: [reply, unsubscribe]
steps:
  - visit
  - wait: 20 days
  - email: { subject: Hello, text: Shall we talk? }
  - end: written
`;
const WITHIN = { timeout: 120_000, interval: 500 };

/** Three people who wait for twenty days. */
async function putPeopleInside(system: Overture): Promise<void> {
  const account = await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
    platform: 'professional',
    name: 'Anna Keller',
    country: 'FR',
    products: ['classic'],
  });
  const mailbox = await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
    platform: 'email',
    email: 'anna@mail.example',
  });
  expect((await system.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
  for (const name of ['Ada', 'Grace', 'Joan']) {
    const { profile_url } = await system.v2<{ profile_url: string }>('POST', '/sandbox/people', {
      first_name: name,
      last_name: 'Example',
      degree: 2,
      email: `${name.toLowerCase()}@works.example`,
    });
    const body = {
      sequence: 'patient',
      senders: { professional: account.account_id, email: mailbox.account_id },
      lead: { profile_url, first_name: name, email: `${name.toLowerCase()}@works.example` },
    };
    expect((await system.api('POST', '/api/enrollments', body)).status).toBe(201);
  }
  const waiting = async () =>
    (await allEnrollments(system)).filter(({ until }) => until !== null && until > '2026-03-15');
  await jumpUntil(system, async () => (await waiting()).length === 3);
  // The clock's file is written anew, as the system writes it.
  await system.speedUp(1);
}

async function idOf(system: Overture, name: string): Promise<string> {
  const found = (await allEnrollments(system)).find(({ lead }) => lead?.first_name === name);
  if (!found) throw new Error(`${name} is not enrolled`);
  return found.id;
}
const postLink = async (system: Overture, id: string, key: Uint8Array): Promise<number> =>
  (await fetch(unsubscribeUrl(system.run().api.url, key)(id), { method: 'POST' })).status;
const command = (system: Overture, words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [BUILT_COMMAND, ...words], {
    cwd: system.home,
    encoding: 'utf8',
    env: { ...process.env, OVERTURE_HOME: system.home, OVERTURE_PORT: '0', V2_PORT: '0', OVERTURE_DEMO: '0', ...env },
    timeout: 120_000,
  });

/** Ada and Grace have unsubscribed; Joan is written to when her twenty days are over. */
async function endsWell(system: Overture): Promise<void> {
  await jumpUntil(system, async () => (await allEnrollments(system, '&status=finished')).length === 3);
  expect(await allEnrollments(system, '&outcome=written')).toHaveLength(1);
  const people = await whatReachedThem(system);
  expect(contactedTwice(people)).toEqual([]);
  expect(people.flatMap(({ received }) => received.map(({ kind }) => kind)).sort()).toEqual([
    'email',
    'visit',
    'visit',
    'visit',
  ]);
}

describe('the secret key, with people inside a sequence', () => {
  let system: Overture;
  const secret = () => Buffer.from(readFileSync(join(system.home, 'secret-key'), 'utf8').trim(), 'hex');
  const overture = (words: readonly string[], env: NodeJS.ProcessEnv = {}) => command(system, words, env);
  beforeAll(async () => {
    system = await startOverture({ env: { OVERTURE_DEMO: '0' } });
    await putPeopleInside(system);
  }, 360_000);
  afterAll(() => system.dispose());

  it('lies in a home that is closed to others, as are logs and what Temporal keeps', () => {
    const modeOf = (...parts: string[]) => statSync(join(system.home, ...parts)).mode & 0o777;
    expect(modeOf() & 0o066).toBe(0);
    expect(modeOf('logs')).toBe(0o700);
    const files = [
      ...['secret-key', 'api-key', 'v2-key', 'run.json', 'clock.json', 'temporal.db'].map((name) => [name]),
      ...readdirSync(join(system.home, 'logs')).map((name) => ['logs', name]),
    ];
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((parts) => modeOf(...parts) !== 0o600)).toEqual([]);
  });

  it('is refused when it is the wrong one, before anything is written with it', async () => {
    await system.interrupt();
    const wrong = { OVERTURE_SECRET_KEY: 'ab'.repeat(32) };
    for (const role of [['dev'], ['v2']]) {
      const { status, stderr } = overture(role, wrong);
      expect(`${status} ${stderr}`).toMatch(/^1 (.|\n)*wrong_secret_key(.|\n)*OVERTURE_SECRET_KEY_PREVIOUS/);
    }
    await system.restart();
    expect((await fetch(`${system.run().api.url}/readyz`)).status).toBe(200);
    const doctor = overture(['doctor'], wrong);
    expect(doctor.stdout).toMatch(/✗ secret key .*does not open/);
    expect(overture(['doctor']).stdout).toMatch(/✓ secret key/);
  });

  it('can be changed while everything runs: nobody is lost, and links in old mails still work', async () => {
    const former = secret();
    const ada = await idOf(system, 'Ada');
    const rotated = overture(['keys', 'rotate-secret', '--json']);
    expect(rotated.status, rotated.stderr).toBe(0);
    expect(JSON.parse(rotated.stdout)).toMatchObject({ kind: 'rotated', from: 'home', engine: 2 });
    expect(secret().equals(former)).toBe(false);
    expect((await fetch(`${system.run().api.url}/readyz`)).status).toBe(200);
    expect(await postLink(system, ada, former)).toBe(200);
    await expect.poll(async () => (await allEnrollments(system, '&outcome=unsubscribed')).length, WITHIN).toBe(1);

    await system.interrupt();
    await system.restart();
    expect(await postLink(system, await idOf(system, 'Grace'), former)).toBe(200);
    await endsWell(system);
  });
});

describe('a secret key that the environment has, with people inside a sequence', () => {
  const [former, next] = ['a1'.repeat(32), 'b2'.repeat(32)];
  const env: NodeJS.ProcessEnv = { OVERTURE_DEMO: '0', OVERTURE_SECRET_KEY: former };
  let system: Overture;
  beforeAll(async () => {
    // Commands are not told of the databases that it is given.
    system = await startOverture({ env, servers: await sharedServers() });
    await putPeopleInside(system);
  }, 360_000);
  afterAll(() => system.dispose());

  async function restartWith(keys: NodeJS.ProcessEnv): Promise<void> {
    await system.interrupt();
    delete env.OVERTURE_SECRET_KEY_PREVIOUS;
    Object.assign(env, keys);
    await system.restart();
  }

  it('is changed in two steps: nobody is lost, links in old mails still work, and then the new key alone is enough', async () => {
    const first = command(system, ['keys', 'rotate-secret', '--json'], env);
    expect(first.status, first.stderr).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ kind: 'new_key', previous: [former] });
    await restartWith({ OVERTURE_SECRET_KEY: next, OVERTURE_SECRET_KEY_PREVIOUS: former });
    // Between the steps people hear things, too.
    expect(await postLink(system, await idOf(system, 'Ada'), Buffer.from(former, 'hex'))).toBe(200);
    await expect.poll(async () => (await allEnrollments(system, '&outcome=unsubscribed')).length, WITHIN).toBe(1);
    const second = command(system, ['keys', 'rotate-secret', '--json'], env);
    expect(second.status, second.stderr).toBe(0);
    const { pathname } = new URL(system.run().postgres.url);
    const database = expect.stringContaining(`${pathname.slice(1)} at `);
    expect(JSON.parse(second.stdout)).toMatchObject({ kind: 'rotated', from: 'environment', database });

    await restartWith({ OVERTURE_SECRET_KEY: next });
    expect(command(system, ['doctor'], env).stdout).toMatch(/✓ secret key/);
    expect(command(system, ['doctor'], { ...env, OVERTURE_SECRET_KEY: former }).stdout).toMatch(/✗ secret key/);
    expect(await postLink(system, await idOf(system, 'Grace'), Buffer.from(former, 'hex'))).toBe(200);
    await endsWell(system);
  });
});
