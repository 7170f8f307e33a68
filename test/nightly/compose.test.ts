import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { whyNoBoxes } from '../e2e/support/box.ts';
import { buildImage, ended, type Image } from '../e2e/support/build-image.ts';
import { type Composition, startComposition } from '../e2e/support/run-compose.ts';
import { findTemporalCluster } from '../support/find-temporal-cluster.ts';
import { readCompose } from '../support/read-compose.ts';

const say = (line: string): boolean => process.stderr.write(`${line}\n`);
const why = whyNoBoxes();
if (why !== null) say(`the compose file is not tried: ${why}`);

const file = readCompose(join(PACKAGE_ROOT, 'docker-compose.yml'), {
  OVERTURE_SECRET_KEY: randomBytes(32).toString('hex'),
  OVERTURE_API_KEY: randomBytes(16).toString('hex'),
  V2_BOOTSTRAP_KEY: randomBytes(16).toString('hex'),
  // A day in ten seconds.
  OVERTURE_CLOCK_SPEED: '8640',
});
const version = file.services.temporal?.image.split(':')[1] ?? '';
const cluster = why === null ? await findTemporalCluster(version, say) : null;

const SEQUENCE = `sequence: through
steps:
  - visit
  - wait: 1 day
  - invite: Shall we talk?
  - end: invited
`;
const PEOPLE = 40;

let image: Image;

beforeAll(async () => {
  if (why === null) image = await buildImage();
}, 600_000);
afterAll(() => image?.dispose());

describe.skipIf(cluster === null)('the services of the compose file, started one by one', () => {
  let system: Composition;
  let database: pg.Client;
  let watched = false;
  let watching: Promise<boolean> | undefined;
  /** The most connections that were seen at once, of each program and of all together. */
  const peaks: Record<string, number> = {};

  beforeAll(async () => {
    // A Monday morning, so that nobody waits for a weekend to pass.
    const clock = { wall_origin: Date.now(), world_origin: Date.parse('2026-03-02T08:00:00Z'), speed: 8640 };
    const written = image.execute(['sh', '-c', `echo '${JSON.stringify(clock)}' > /var/lib/overture/home/clock.json`]);
    expect((await ended(written)).code).toBe(0);
    system = await startComposition({ file, image, cluster: cluster ?? '' });
    database = await system.connect('overture');
    watching = waitUntil(count, { timeout: 600_000, every: 100 });
  }, 600_000);
  afterAll(async () => {
    watched = true;
    await watching;
    await database?.end();
    await system?.stop();
  });

  async function count(): Promise<boolean> {
    const { rows } = await database.query<{ name: string; n: number }>(
      `select coalesce(nullif(application_name, ''), datname) as name, count(*)::int as n
       from pg_stat_activity where backend_type = 'client backend' group by 1`,
    );
    const all = rows.reduce((sum, { n }) => sum + n, 0);
    for (const { name, n } of [...rows, { name: 'all', n: all }]) peaks[name] = Math.max(peaks[name] ?? 0, n);
    return watched;
  }

  /** Requests to the V2 service, from within its container. */
  async function v2<T extends z.ZodType>(path: string, bodies: readonly object[], shape: T): Promise<z.output<T>[]> {
    const program = `Promise.all(${JSON.stringify(bodies)}.map(async (body) => (await fetch('http://v2:4401${path}', {
      method: 'POST', body: JSON.stringify(body),
      headers: { 'x-api-key': process.env.V2_BOOTSTRAP_KEY, 'content-type': 'application/json' } })).json()))
      .then((answers) => console.log(JSON.stringify(answers)))`;
    const { out, output } = await system.exec('v2', 'node', '-e', program);
    expect(output).toBe(out);
    return z.array(shape).parse(JSON.parse(out));
  }
  async function overture(...words: string[]): Promise<string> {
    const { code, output } = await system.exec('api', 'overture', ...words);
    expect(code, `overture ${words.join(' ')}:\n${output}`).toBe(0);
    return output;
  }
  const invited = async (): Promise<number> => {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from enrollments where outcome = 'invited'`,
    );
    return rows[0]?.n ?? 0;
  };

  it('come up with another worker, and once more on what is there', async () => {
    await system.scale('worker');
    for (const service of ['temporal-admin-tools', 'temporal-namespace']) await system.runAgain(service);
  });

  it('are what doctor finds, from within a container', async () => {
    const { output } = await system.exec('api', 'overture', 'doctor');
    expect(output).not.toContain('✗');
    expect(output).toMatch(/✓ search attributes/);
    expect(output).toContain('answers at temporal:7233, namespace default');
    expect(output).toMatch(/TEMPORAL_ADDRESS +temporal:7233 +environment/);
    expect(output).toMatch(/300 connections|29\d connections/);
  });

  it('carry people through, whom two accounts write to', async () => {
    const seats = ['Anna Keller', 'Ben Okafor'].map((name) => ({
      platform: 'professional',
      name,
      country: 'FR',
      products: ['classic', 'premium_navigator'],
    }));
    const made = await v2('/sandbox/accounts', seats, z.object({ account_id: z.string() }));
    const accounts = made.map(({ account_id }) => account_id);
    const senders = `senders: { professional: [${accounts.join(', ')}] }`;
    writeFileSync(join(image.root, 'tmp/through.yaml'), SEQUENCE.replace('steps:', `${senders}\nsteps:`));
    await overture('apply', '/tmp/through.yaml', '--yes');
    const bodies = Array.from({ length: PEOPLE }, (_, n) => ({
      first_name: 'Ada',
      last_name: `Number ${n}`,
      degree: 2,
    }));
    const people = await v2('/sandbox/people', bodies, z.object({ profile_url: z.string() }));
    const rows = people.map(({ profile_url }) => `Ada,${profile_url}`);
    writeFileSync(join(image.root, 'tmp/people.csv'), ['first_name,profile_url', ...rows, ''].join('\n'));
    await overture('import', '/tmp/people.csv', '--sequence', 'through');
    await expect.poll(invited, { timeout: 240_000, interval: 500 }).toBe(PEOPLE);
    await overture('audit');
  }, 300_000);

  it('stay well below the connections that Postgres allows', async () => {
    const { rows } = await database.query<{ most: number }>(`select current_setting('max_connections')::int as most`);
    say(`connections at most: ${JSON.stringify(peaks)}`);
    expect(peaks.all).toBeGreaterThan(10);
    expect(peaks.all).toBeLessThan((rows[0]?.most ?? 0) - 20);
  });

  it('end when they are asked to', async () => {
    watched = true;
    await watching;
    await database.end();
    const codes = await system.stop();
    expect(codes).toEqual({ worker: 0, api: 0, v2: 0, temporal: 0, postgres: 0 });
  });
});
