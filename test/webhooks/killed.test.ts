import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWebhook } from '../../src/app/webhooks/manage-webhooks.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { type Receiver, startReceiver } from '../delivery/receiver.ts';
import { ada, addAccount, addSequence } from '../enroll/fixtures.ts';
import { childScript } from '../support/child-script.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type Added, verified } from './bench.ts';

const SECRET_KEY = Buffer.alloc(32, 9);
const POINTS = ['texts_kept', 'deliveries_queued', 'queue_committed', 'claimed', 'bytes_sent', 'answered', 'recorded'];
/** Each life dies at the first, then at the third time that it comes to its point: work is done, and work is lost. */
const DEATHS = POINTS.flatMap((point) => [
  { point, time: 1 },
  ...(['texts_kept', 'deliveries_queued', 'queue_committed'].includes(point) ? [] : [{ point, time: 3 }]),
]);
const PEOPLE = 5;
const LINES = 3;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let receiver: Receiver;
let webhook: Added;
const folder = mkdtempSync(join(tmpdir(), 'overture-killed-'));
const file = join(folder, 'deaths');
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
  await addAccount(db, 'acc_anna', 'professional');
  await addAccount(db, 'acc_mail', 'email');
  await addSequence(db, 'hello');
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await db.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function start(dies: { readonly point: string; readonly time: number } | null) {
  const script = await childScript(new URL('./killed/worker.ts', import.meta.url));
  const given = {
    ...{ database: database.url, secret_key: SECRET_KEY.toString('hex') },
    dies: dies && { ...dies, file },
  };
  return spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'inherit', 'inherit'] });
}

describe('a worker that is killed at each point between an event and its receiver', () => {
  const written: string[] = [];
  let ids: string[] = [];

  it('brings each event at least once, in order per person, under the same id every time', async () => {
    const deps = { db, clock: createClock(), secrets: createSecretBox(SECRET_KEY) };
    const people: string[] = [];
    for (let index = 0; index < PEOPLE; index++) {
      const lead = ada({ profile_url: `https://professional.example/in/person-${index}` });
      const enrolled = await enrollLead(deps, { sequence: 'hello', lead });
      if (enrolled.kind === 'refused') throw new Error(JSON.stringify(enrolled));
      people.push(enrolled.enrollment.id);
    }
    const added = await addWebhook(deps, { url: receiver.url, events: ['enrollment.step'], description: null });
    if (added === null) throw new Error('no webhook');
    webhook = added;
    const write = async () => {
      for (let line = 0; line < LINES; line++) {
        for (const enrollment_id of people) {
          const title = `${written.length}`;
          written.push(title);
          await addLine(db, { enrollment_id, at: new Date(), node: 'visit', type: 'performed', title });
        }
      }
    };
    for (const death of DEATHS) {
      await write();
      const child = await start(death);
      const code = await new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
      expect(code, death.point).toBe('SIGKILL');
    }
    await write();
    const last = await start(null);
    try {
      await eventually(() => {
        expect(new Set(receiver.posts.map(({ body }) => JSON.parse(body).data.title)).size).toBe(written.length);
      });
    } finally {
      last.kill('SIGKILL');
    }
    const events = receiver.posts.map((post) => verified(webhook, post));
    ids = events.map(({ id }) => id);
    for (const title of written) {
      expect(new Set(events.filter(({ data }) => data.title === title).map(({ id }) => id)).size, title).toBe(1);
    }
    for (const person of people) {
      const order = events.filter(({ data }) => data.enrollment_id === person).map(({ data }) => Number(data.title));
      // What comes again comes before anything later does.
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    }
  });

  it('was truly killed, at every point, and some of what it sent came twice', () => {
    expect(readFileSync(file, 'utf8').trim().split('\n')).toEqual(DEATHS.map(({ point }) => point));
    expect(ids.length).toBeGreaterThan(new Set(ids).size);
  });
});
