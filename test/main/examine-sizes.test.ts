import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examineSizes, textOf } from '../../src/app/main/examine-sizes.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const GB = 1024 ** 3;

describe('the sizes that doctor shows', () => {
  it('are those of the tables, with how long what is in them is kept', async () => {
    await client.query(`insert into retention (what, days, set_at) values ('events', 90, now())`);
    await client.query(
      `insert into leads (id, created_at, updated_at) select 'lead_' || n, now(), now() from generate_series(1, 2000) n; analyze leads`,
    );
    const text = await examineSizes(database.url);
    expect(text).toMatch(/^\d+ MB with about 2000 people: messages \d+ MB, kept for good; timelines /);
    expect(text).toMatch(/events \d+ MB, kept 90 days/);
    expect(text).not.toContain('overture settings');
    expect(text).toMatch(/the largest tables are \w+ \d+ MB, \w+ \d+ MB, \w+ \d+ MB$/);
  });

  it('come with what to set, where something large is kept for good', () => {
    const messages = { intents: GB, answers: GB, outgoing_events: GB };
    const of = { ...messages, timeline: GB, announcements: GB, events: 5 * GB, leads: GB };
    const text = textOf({ all: 11 * GB, people: 1_000_000, of, days: { events: 90 }, neglected: [] });
    expect(text).toContain('11.0 GB with about 1000000 people: messages 3.0 GB, kept for good');
    expect(text).toContain('timelines 2.0 GB, kept for good');
    expect(text).toMatch(/overture settings retention --messages 730 --timelines 730$/);
  });

  it('name a table that nobody tends', () => {
    const text = textOf({
      all: GB,
      people: 1,
      of: { outbox: GB },
      days: {},
      neglected: ['outbox has 90,000 dead rows beside 10'],
    });
    expect(text).toContain('outbox has 90,000 dead rows beside 10: autovacuum is off');
  });

  it('are nothing before the first start', async () => {
    const empty = await createTestDatabase('empty');
    expect(await examineSizes(empty.url)).toMatch(/^0 MB with about 0 people/);
    await empty.drop();
  });
});
