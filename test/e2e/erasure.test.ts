import { spawnSync } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporal } from '@temporalio/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { findSealed } from '../../src/runtime/store/find-sealed.ts';
import { findPlan } from '../../src/runtime/store/sequences/find-plan.ts';
import { connectClient } from '../../src/runtime/temporal/connect.ts';
import { createDataConverter } from '../../src/runtime/temporal/data-converter.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { openKeyRing } from '../../src/shared/secrets/stored-ring.ts';
import { searchEverywhere } from '../erasure/fixtures.ts';
import { about, inboxOf, loginOf } from '../support/mail/mail-world.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import { allEnrollments } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const ANY_TIME = 'schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }';
const BY_NETWORK = `sequence: by-network
${ANY_TIME}
stop_on: [unsubscribe, bounce]
steps:
  - visit
  - invite: "Shall we talk, {{ first_name }} {{ last_name }}?"
  - wait_for: accepted_invitation
    within: 30 days
    else:
      - end: not_accepted
  - message: "Thank you, {{ first_name }} {{ last_name }}."
  - task: { text: "Call {{ first_name }} {{ last_name }} of {{ company }}" }
`;
const BY_MAIL = `sequence: by-mail
${ANY_TIME}
limits: { emails: 100/day }
stop_on: [unsubscribe, bounce]
steps:
  - email: { subject: "For {{ first_name }} {{ last_name }}", text: "Hi {{ first_name }} {{ last_name }}, shall we talk?" }
  - wait: 30 days
`;

const PASSWORD = 'open sesame';
const SENDER = 'anna@agency.test';
const WITHIN = { timeout: 240_000, interval: 250 };
/** Words of three people who are to be erased: none of them may be found afterwards. */
const WORDS = [
  ...['zebulina', 'quackenbush', 'xanthippe', 'vroomshoop', 'balthasar', 'pfefferkuchen', 'wobbegong'],
  ...['flummoxed by your offer', 'bamboozled in the mail'],
];
const XANTHIPPE = 'xanthippe@vroomshoop.test';

const server = await startMailServers();

describe.skipIf(server === null)('three people who are erased from a whole running system', () => {
  let system: Overture;
  let db: Database;
  let sender: string;
  let zebulina: { readonly profile_url: string; readonly public_identifier: string };
  const leads: Record<'zebulina' | 'xanthippe' | 'balthasar', string> = { zebulina: '', xanthippe: '', balthasar: '' };
  let reached = 0;

  beforeAll(async () => {
    // Its own Postgres and Temporal, for what they leave in the home. Mails carry the time of the wall, so the world begins at it.
    const env = { OVERTURE_DEMO: '0', V2_ALLOW_PRIVATE_MAIL: '1', OVERTURE_LOG_LEVEL: 'debug' };
    system = await startOverture({ world: new Date().toISOString(), env });
    db = openDatabase(system.run().postgres.url);
    await server?.setPassword(SENDER, PASSWORD);
    for (const text of [BY_NETWORK, BY_MAIL]) await api('POST', '/api/sequences', text);
  }, 360_000);
  afterAll(async () => {
    await db?.close();
    await system?.dispose();
    await server?.stop();
  });

  it('leave their traces: on the network with an answer and a task, by mail with an answer, by a sheet and on the do-not-contact list', async () => {
    const account = { platform: 'professional', name: 'Anna Keller', country: 'FR', products: ['classic'] };
    sender = (await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', account)).account_id;
    zebulina = await person('Zebulina', 'Quackenbush', {
      ...{ accepts_after: 'PT0S', replies_after: { message: 'PT0S' } },
      reply_text: 'I am flummoxed by your offer',
    });
    const names = { first_name: 'Zebulina', last_name: 'Quackenbush', company: 'Wobbegong' };
    const lead = { profile_url: zebulina.profile_url, ...names };
    leads.zebulina = await enroll({ sequence: 'by-network', lead, senders: { professional: sender } });

    const login = server && loginOf(server, SENDER, PASSWORD);
    const { data: mailbox } = await system.v2<{ data: { account_id: string } }>('POST', '/v2/login', login);
    const mailed = { email: XANTHIPPE, first_name: 'Xanthippe', last_name: 'Vroomshoop' };
    leads.xanthippe = await enroll({ sequence: 'by-mail', lead: mailed, senders: { email: mailbox.account_id } });

    const balthasar = await person('Balthasar', 'Pfefferkuchen', {});
    const csv = `profile_url,first_name,last_name,email,company\n${balthasar.profile_url},Balthasar,Pfefferkuchen,balthasar@pfefferkuchen.test,Wobbegong\n`;
    await api('POST', '/api/campaigns', { name: 'From a sheet', sequence: 'by-network', source: { csv } });
    await api('POST', '/api/suppressions', {
      email: 'someone.else@other.test',
      reason: 'Balthasar Pfefferkuchen asked',
    });

    await expect.poll(async () => (await mailsOf(XANTHIPPE)).length, WITHIN).toBe(1);
    const [mail] = await mailsOf(XANTHIPPE);
    if (server && mail) await about(server, XANTHIPPE, mail).reply('Yes, I am bamboozled in the mail');
    // By the time of the wall, so before time is jumped over.
    const answered = `select from events where state = 'matched' and payload::text ~ 'bamboozled'`;
    await expect.poll(async () => (await db.query(answered)).rowCount, WITHIN).toBe(1);
    await jumpUntil(system, async () => {
      const matched = `select from events where state = 'matched' and payload::text ~ 'flummoxed'`;
      const invited = `select from enrollments where campaign_id is not null and invited_at is not null`;
      const asked = `select from tasks where text ~ 'Quackenbush'`;
      const counts = await Promise.all([matched, invited, asked].map(async (text) => (await db.query(text)).rowCount));
      return counts.join() === '1,1,1';
    });
    const found = await db.query<{ id: string }>(`select id from leads where last_name = 'Pfefferkuchen'`);
    leads.balthasar = found.rows[0]?.id ?? '';
    const traces = [
      'events.payload',
      'intents.request',
      'leads.last_name',
      'suppressions.reason',
      'tasks.text',
      'timeline.title',
    ];
    expect(await searchEverywhere(db, WORDS)).toEqual(expect.arrayContaining(traces));
    expect(await searchTemporal()).toMatchObject({ histories: 4, found: [expect.stringContaining('enr:')] });
  }, 600_000);

  it('are gone when it is answered, and kills put nothing off for long', async () => {
    // One worker dies in each of the first two, all roles, Postgres and Temporal in the third.
    for (const id of [leads.zebulina, leads.xanthippe]) {
      const before = system.run().pids.worker;
      await erase(id);
      system.killRole('worker');
      await expect.poll(() => system.run().pids.worker, WITHIN).not.toBe(before);
    }
    await erase(leads.balthasar);
    await system.killEverything({ servers: true });
    await db.close();
    await system.restart();
    db = openDatabase(system.run().postgres.url);
    for (const id of Object.values(leads)) expect((await system.api('GET', `/api/leads/${id}`)).status).toBe(404);
    reached = await countReceived();
    const open = async () => (await db.query('select stage, last_error from erasures where finished_at is null')).rows;
    await expect.poll(open, WITHIN).toEqual([]);
  }, 600_000);

  it('are found in no row, in nothing that Temporal has, and in no file of the home but what the receipt says', async () => {
    expect((await allEnrollments(system)).map(({ status, outcome, lead }) => [status, outcome, lead])).toEqual(
      Array.from({ length: 3 }, () => ['finished', 'stopped', null]),
    );
    // Of an address that was written to, its domain, as long as a limit counts mails to it: the receipt says so.
    expect(await searchEverywhere(db, WORDS)).toEqual(['slots.domain']);
    expect((await receiptOf(1)).kept.map(({ what }) => what)).toContain('slots.domain');
    expect(await searchTemporal()).toEqual({ histories: 1, found: [] });
    const { kept, erased } = await receiptOf(0);
    expect(kept.map(({ what }) => what)).toContain('free pages and write-ahead logs of Postgres');
    expect(erased.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^V2 service: /));
    // As the receipt says: rewritten at once by this. The sandbox's people are of another database, and write-ahead logs are recycled.
    await db.query('vacuum full');
    await db.query('checkpoint');
    const { rows } = await db.query<{ oid: string }>(
      'select oid::text from pg_database where datname = current_database()',
    );
    const [home, own] = [system.home, join('postgres', 'data', 'base', rows[0]?.oid ?? '')];
    const files = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(home.length + 1))
      .filter((name) => !name.startsWith(join('postgres', 'data')) || name.startsWith(own));
    expect(files).toEqual(expect.arrayContaining(['temporal.db', 'logs/api.log', 'postgres/postgres.log']));
    const ofSlots = await db.query<{ path: string }>(
      `select pg_relation_filepath(c.oid) as path from pg_class c
        where c.oid = 'slots'::regclass or c.oid in (select indexrelid from pg_index where indrelid = 'slots'::regclass)`,
    );
    const domains = ofSlots.rows.map(({ path }) => join('postgres', 'data', path));
    const found: string[] = [];
    for (const name of files.filter((one) => !domains.includes(one)))
      if (await hasWordInFile(join(home, name))) found.push(name);
    expect(found).toEqual([]);
    expect(hasWord(system.output())).toBe(false);
  }, 300_000);

  it('are not written to again, even where the sheet comes once more and they write themselves', async () => {
    const csv = `profile_url,first_name,last_name,email,company\n${zebulina.profile_url},Zebulina,Quackenbush,,Wobbegong\n,Xanthippe,Vroomshoop,${XANTHIPPE},Wobbegong\n`;
    const { id } = await api('POST', '/api/campaigns', { name: 'Again', sequence: 'by-network', source: { csv } });
    const refused = `select from campaign_rows where campaign_id = $1 and code = 'suppressed' and given is null`;
    await expect.poll(async () => (await db.query(refused, [id])).rowCount, WITHIN).toBe(2);
    await system.v2('POST', `/sandbox/people/${zebulina.public_identifier}/act`, {
      ...{ account_id: sender, do: 'reply', channel: 'classic', text: 'I am flummoxed by your offer, still' },
    });
    const late = `select from events where note = 'of somebody who was erased' and received_at > (select max(created_at) from erasures)`;
    await expect.poll(async () => (await db.query(late)).rowCount, WITHIN).toBeGreaterThan(0);
    await expect.poll(() => searchEverywhere(db, WORDS), WITHIN).toEqual(['slots.domain']);
    expect(await countReceived()).toBe(reached);
  }, 300_000);

  it('stay away: their receipts, which name nobody, hold when they are checked later', async () => {
    for (const index of [0, 1, 2]) {
      const receipt = await receiptOf(index);
      expect(hasWord(JSON.stringify(receipt))).toBe(false);
      const env = { ...process.env, OVERTURE_HOME: system.home };
      const command = [BUILT_COMMAND, 'erase', '--verify', receipt.receipt_id];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
      expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringContaining('holds') });
    }
  }, 300_000);

  async function api(method: string, path: string, given?: unknown): Promise<{ id: string; lead_id: string }> {
    const { status, body } = await system.api<{ id: string; lead_id: string }>(method, path, given);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  }

  const enroll = async (given: object): Promise<string> => (await api('POST', '/api/enrollments', given)).lead_id;
  const erase = (id: string) => api('DELETE', `/api/leads/${id}`);

  const person = (first_name: string, last_name: string, behavior: object): Promise<typeof zebulina> =>
    system.v2('POST', '/sandbox/people', { first_name, last_name, company: 'Wobbegong', degree: 2, behavior });

  const mailsOf = async (address: string) => (server ? inboxOf(server, address) : []);

  async function countReceived(): Promise<number> {
    const path = `/sandbox/people/${zebulina.public_identifier}/received`;
    return (await system.v2<{ items: object[] }>('GET', path)).items.length + (await mailsOf(XANTHIPPE)).length;
  }

  interface Receipt {
    readonly receipt_id: string;
    readonly erased: readonly { readonly what: string }[];
    readonly kept: readonly { readonly what: string }[];
  }

  async function receiptOf(index: number): Promise<Receipt> {
    const { body } = await system.api<{ items: { receipt: Receipt }[] }>('GET', '/api/erasures?sort=created_at');
    const one = body.items[index];
    if (one === undefined) throw new Error(JSON.stringify(body));
    return one.receipt;
  }

  /** Every payload of every history, decoded with the keys of the installation. */
  async function searchTemporal(): Promise<{ histories: number; found: string[] }> {
    const key = Buffer.from(readFileSync(join(system.home, 'secret-key'), 'utf8').trim(), 'hex');
    const loadPlan = async (digest: string) => {
      const plan = await findPlan(db, digest);
      if (plan === null) throw new Error(`there is no plan ${digest}`);
      return plan;
    };
    const converter = createDataConverter({ keys: await openKeyRing(db, () => [key], findSealed), loadPlan });
    const connection = { address: system.run().temporal.address };
    const { client, close } = await connectClient(
      { namespace: system.run().temporal.namespace, connection },
      converter,
    );
    const found = new Set<string>();
    let histories = 0;
    try {
      for await (const { workflowId, runId } of client.workflow.list()) {
        const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
        histories += 1;
        for (const payload of payloadsIn(temporal.api.history.v1.History.fromObject(history))) {
          let decoded = [payload];
          for (const codec of [...(converter.payloadCodecs ?? [])].reverse()) decoded = await codec.decode(decoded);
          if (decoded.some(({ data }) => data && hasWord(Buffer.from(data).toString('utf8')))) found.add(workflowId);
        }
      }
    } finally {
      await close();
    }
    return { histories, found: [...found] };
  }
});

const hasWord = (text: string): boolean => WORDS.some((word) => text.toLowerCase().includes(word));

async function hasWordInFile(file: string): Promise<boolean> {
  let tail = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    const piece = tail + String(chunk);
    if (hasWord(piece)) return true;
    tail = piece.slice(-100);
  }
  return false;
}

interface Payload {
  readonly metadata?: Record<string, Uint8Array> | null;
  readonly data?: Uint8Array | null;
}

/** Wherever they are in the history. */
function payloadsIn(value: unknown): Payload[] {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return [];
  if (Array.isArray(value)) return value.flatMap(payloadsIn);
  // A payload of Temporal's protocol.
  if ('metadata' in value && 'data' in value && value.data instanceof Uint8Array) return [value as Payload];
  return Object.values(value).flatMap(payloadsIn);
}
