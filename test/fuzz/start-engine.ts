import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { seedApiKey } from '../../src/app/api/auth/keys.ts';
import { createApi } from '../../src/app/api/create-api.ts';
import { createClient } from '../../src/app/api-client/create-client.ts';
import { examine } from '../../src/app/main/doctor.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { createReceiver } from '../../src/runtime/events/receive/receive.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { migrateFrom } from '../../src/shared/postgres/migrate-from.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { follow } from '../conversations/fixtures.ts';
import type { Bench } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
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
    sendToSelf: async () => ({ kind: 'success' }),
    connectLink: async () => ({
      kind: 'success',
      data: { url: 'https://v2.example/connect/lnk_1', expires_at: '2030-01-01T00:00:00.000Z' },
    }),
    examine: () => examine({ OVERTURE_HOME: folder, DATABASE_URL: database }),
    readThread: async () => ({ mails: [], error: null }),
    movable_clock: {
      quiet: async () => ({ now: clock.now(), under_way: [], next: null }),
      jump: async () => undefined,
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ids = { ...(await fill(url, accounts)), ...(await fillMore({ db, clock }, url)) };
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

/** Makes what people outside and the engine itself make: words of theirs, tasks, and who is told of it all. */
async function fillMore(bench: Pick<Bench, 'db' | 'clock'>, url: string): Promise<Ids> {
  const client = createClient({ base_url: url, key: KEY });
  const answered = [0, 1, 2, 3].map((n) => message(`https://professional.example/in/ada-${n}`));
  await happens({ ...bench, close: async () => undefined }, ...answered);
  await follow(bench);
  const { items: enrolled } = await client.listEnrollments({ query: { status: 'queued' } });
  for (const { id } of enrolled.slice(0, 4))
    await openTask(bench.db, {
      ...{ id: newId('tsk'), enrollment_id: id, node: 'task', visit: 1, kind: 'task', text: 'Call Ada' },
      ...{ preview: {}, due_at: null, created_at: new Date() },
    });
  const conversations = (await client.listConversations()).items;
  const [first] = conversations;
  if (first === undefined) throw new Error('nobody has written');
  const options = { idempotency_key: 'an answer of the fuzz tests' };
  const answer = await client.sendAnswer(
    { params: { id: first.id }, body: { text: 'Gladly', last_seen: first.last_message.id } },
    options,
  );
  const hook = await client.createWebhook({ body: { url: 'https://crm.example/hook', events: ['*'] } });
  const delivery = await client.testWebhook({ params: { id: String(hook.id) } });
  const label = await client.createLabel({ body: { name: 'warm' } });
  const saved = await client.createSavedAnswer({ body: { name: 'Calendar', text: 'Gladly, {{ first_name }}' } });
  const user = await client.inviteUser({ body: { email: 'ben@team.example', role: 'viewer' } });
  const spoken = conversations.map(({ id }) => id);
  return {
    ...{ conversations: spoken, conversation_id: spoken, last_seen: conversations.map((one) => one.last_message.id) },
    ...{
      message_id: [answer.id],
      webhooks: [hook.id],
      delivery_id: [delivery.id],
      labels: [label.name],
      label: [label.name],
    },
    ...{
      'saved-answers': [saved.id],
      users: [user.user.id],
      tasks: (await client.listTasks()).items.map(({ id }) => id),
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
    body: {
      name: 'Fuzz',
      sequence: 'hello',
      source: { leads: people.slice(20) },
      senders: { professional: ['acc_anna'] },
    },
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
