import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWaiting } from '../../src/runtime/store/find-waiting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { fill } from './plans/fill-tables.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const PAST = `timestamptz '2026-03-01 11:59:59Z'`;
const FUTURE = `timestamptz '2026-03-01 12:00:01Z'`;
const SOON = `now() + interval '1 hour'`;

/** A row with which there is something to do, and what of it makes it wait for later, or be over. */
const CASES: Readonly<Record<string, readonly [table: string, waits: Values, not: Values]>> = {
  outbox: ['outbox', { wall_due_at: 'now()' }, { wall_due_at: SOON }],
  events: ['events', { state: `'pending'` }, { state: `'matched'` }],
  merges: ['merges', { state: `'pending'` }, { state: `'merged'` }],
  answers: [
    'answers',
    { state: `'waiting'`, wall_due: 'now()', due_at: PAST },
    { state: `'waiting'`, wall_due: 'now()', due_at: FUTURE },
  ],
  unmatched: ['unmatched_replies', { state: `'asking'` }, { state: `'done'` }],
  gaps: ['accounts', { gap_searched_until: PAST }, { gap_searched_until: 'null' }],
  beginnings: [
    'enrollments',
    { queue: '7', started_at: 'null', status: `'queued'` },
    { queue: '7', started_at: PAST, status: `'active'` },
  ],
  looks: ['campaign_follows', { next_look_at: PAST }, { next_look_at: FUTURE }],
  versions: ['change_plans', { status: `'applying'` }, { status: `'applied'` }],
  bulkControl: ['control_jobs', { status: `'running'` }, { status: `'done'` }],
  reminders: [
    'conversations',
    { state: `'snoozed'`, snoozed_until: PAST, enters: 'null' },
    { state: `'snoozed'`, snoozed_until: FUTURE, enters: 'null' },
  ],
  erasures: ['erasures', { stage: `'rows'`, wall_due_at: 'now()' }, { stage: `'rows'`, wall_due_at: SOON }],
  webhooks: ['webhooks', { status: `'active'` }, { status: `'paused'` }],
};
type Values = Readonly<Record<string, string>>;

describe('what waits for the loops of a worker', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    database = await createTestDatabase('engine');
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('set session_replication_role = replica');
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it('is nothing where nothing was written', async () => {
    expect(await findWaiting(client, NOW)).toEqual([]);
  });

  it.each(Object.entries(CASES))('is found for %s as soon as it waits', async (name, [table, waits, not]) => {
    await fill(client, table, 1, not);
    expect(await findWaiting(client, NOW)).toEqual([]);
    await client.query(`delete from ${table}`);
    await fill(client, table, 1, waits);
    expect(await findWaiting(client, NOW)).toEqual([name]);
  });

  it('is found for others that share a loop', async () => {
    await fill(client, 'unheard_waits', 1);
    await fill(client, 'conversation_changes', 1);
    await fill(client, 'erasure_checks', 1, { status: `'running'`, wall_due_at: 'now()' });
    await fill(client, 'conversations', 1, { state: `'done'`, enters: `'x'`, label_until: PAST, merged_into: 'null' });
    expect(await findWaiting(client, NOW)).toEqual(['gaps', 'conversations', 'reminders', 'erasures']);
  });
});
