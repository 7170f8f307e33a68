import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/shared/postgres/database.ts';
import {
  createNotifier,
  type Listener,
  listenForNotifications,
  notifying,
} from '../../src/shared/postgres/notifier.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase } from '../support/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let listener: Listener | undefined;
let heard: string[];
let errors: unknown[];
beforeEach(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
  heard = [];
  errors = [];
  const handlers = { events: () => void heard.push('events'), outbox: () => void heard.push('outbox') };
  listener = listenForNotifications(database.url, { handlers, onError: (error) => errors.push(error) });
  await expect.poll(() => heard).toEqual(['events', 'outbox']);
  heard = [];
});
afterEach(async () => {
  await listener?.close();
  await db.close();
  await database.drop();
});

const listening = `from pg_stat_activity where datname = current_database() and query like 'listen %'`;

it('is heard by whoever listens, each for what it is about', async () => {
  createNotifier(db, 'events')();
  await expect.poll(() => heard).toEqual(['events']);
  createNotifier(db, 'outbox')();
  createNotifier(db, 'nothing that is known')();
  await expect.poll(() => heard).toEqual(['events', 'outbox']);
});

it('is notified a few times for many calls, and at least once after the last of them', async () => {
  const ring = createNotifier(db, 'events');
  for (let call = 0; call < 1000; call++) ring();
  await expect.poll(() => heard.length).toBeGreaterThan(1);
  expect(heard.length).toBeLessThan(10);
});

it('lets a statement notify by itself, and not the next one: that one is heard of a moment later', async () => {
  const ring = createNotifier(db, 'events');
  // At one moment: the turn comes again after a while.
  const turns = [ring.takeTurn(), ring.takeTurn()];
  expect(turns).toEqual(['events', null]);
  await db.transaction(async (tx) => {
    for (const about of turns) await tx.query(`select ${notifying('$1')}`, [about]);
    expect(heard).toEqual([]);
  });
  await expect.poll(() => heard).toEqual(['events']);
  ring();
  await expect.poll(() => heard).toEqual(['events', 'events']);
});

it('is heard again after the connection broke, and calls everything then, for what was missed', async () => {
  await db.query(`select pg_terminate_backend(pid) ${listening}`);
  await expect.poll(() => heard).toEqual(['events', 'outbox']);
  expect(errors).toHaveLength(1);
  heard = [];
  createNotifier(db, 'outbox')();
  await expect.poll(() => heard).toEqual(['outbox']);
});

it('is heard by nobody who has stopped listening', async () => {
  await listener?.close();
  await expect.poll(async () => (await db.query(`select 1 ${listening}`)).rowCount).toBe(0);
  expect(errors).toEqual([]);
});
