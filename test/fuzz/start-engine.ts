import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { seedApiKey } from '../../src/app/api/auth/keys.ts';
import { createApi } from '../../src/app/api/create-api.ts';
import { createClient } from '../../src/app/api-client/create-client.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { createReceiver } from '../../src/runtime/events/receive.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import { openDatabase } from '../../src/shared/postgres/database.ts';
import { migrateFrom } from '../../src/shared/postgres/migrate-from.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import type { Ids } from './start-world.ts';

const KEY = 'ovk_of_the_fuzz_tests_for_the_engine';
const SECRET = Buffer.alloc(32, 9);
const log = pino({ level: process.env.TEST_LOG ?? 'error' });

/** The engine's API on a database of its own, with people, campaigns, tasks and events to stumble over. */
export async function startEngine() {
  const folder = mkdtempSync(join(tmpdir(), 'overture-fuzz-engine-'));
  const server = await startPostgres({ folder, durable: false });
  const database = await server.ensureDatabase('fuzz');
  await migrateFrom(join(PACKAGE_ROOT, 'src/runtime/store/migrations'), database);
  const db = openDatabase(database);
  await seedApiKey(db, KEY);
  const clock = createClock();
  const accounts = ['acc_anna', 'acc_ben', 'acc_mail'];
  for (const id of accounts) {
    const platform = id === 'acc_mail' ? 'email' : 'professional';
    const email = platform === 'email' ? 'anna@sender.example' : null;
    const account = { id, platform, name: id, email, country: 'FR', products: [], daily_limit: null } as const;
    await saveAccount(db, { ...account, status: 'connected' }, new Date());
  }
  const app = createApi({
    ...{ db, clock, log, package_root: PACKAGE_ROOT, keys: ringOf([secretKey(SECRET)]) },
    receive: createReceiver({
      ...{ db, clock, secrets: createSecretBox(SECRET) },
      onReceived: () => undefined,
      onGap: () => undefined,
    }),
    refreshAccounts: async () => undefined,
    onOutbox: () => undefined,
    readThread: async () => ({ mails: [], error: null }),
    movable_clock: {
      quiet: async () => ({ now: clock.now(), under_way: [], next: null }),
      jump: async () => undefined,
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ids = await fill(url, accounts);
  return {
    ...{ url, ids, header: `Authorization: Bearer ${KEY}` },
    async stop() {
      await app.close();
      await db.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const SEQUENCES = ['backend-engineers'];

async function fill(url: string, accounts: readonly string[]): Promise<Ids> {
  const client = createClient({ base_url: url, key: KEY });
  const hello = 'sequence: hello\nsteps:\n  - visit\n  - task: "Call {{ first_name }}"\n  - end: called\n';
  const texts = SEQUENCES.map((name) => readFileSync(join(PACKAGE_ROOT, `sequences/${name}.yaml`), 'utf8'));
  for (const text of [hello, hello.replace('Call', 'Ring'), ...texts]) await client.publishSequence({ body: { text } });
  const people = Array.from({ length: 30 }, (_, n) => ({
    first_name: `Ada ${n}`,
    email: `ada${n}@corp${n % 5}.example`,
    profile_url: `https://professional.example/in/ada-${n}`,
  }));
  const senders = { professional: 'acc_anna', email: 'acc_mail' };
  const enrolled = await client.createEnrollments({ body: { sequence: 'hello', leads: people.slice(0, 20), senders } });
  const campaign = await client.createCampaign({
    body: { name: 'Fuzz', sequence: 'hello', source: { leads: people.slice(20) } },
  });
  const entry = await client.suppress({ body: { domain: 'rival.example' } });
  const made = await client.createKey({ body: { name: 'disposable', scopes: ['read'] } });
  const job = await client.call('controlEnrollments', { body: { action: 'pause', filter: { sequence: 'none' } } });
  const search = await client.reconcileAccount({ params: { id: 'acc_anna' } });
  const leads = (await client.listLeads()).items.map(({ id }) => id);
  const enrollments = enrolled.results.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const campaigns = 'id' in campaign ? [campaign.id] : [];
  const sequences = ['hello', ...SEQUENCES];
  return {
    ...{ accounts, enrollments, campaigns, leads, sequences },
    ...{ account_id: accounts, campaign_id: campaigns, lead_id: leads, enrollment_id: enrollments },
    sequence: sequences,
    version: ['1', '2'],
    node: ['visit', 'task'],
    suppressions: [entry.id],
    control: [Object(job).job_id],
    reconciliations: [search.id],
    disposable_key: [made.id],
    lead: people,
    text: [hello, ...texts],
  };
}
