import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityListing } from '../../src/runtime/store/enrollments/list-activity.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { lineListing } from '../../src/runtime/store/timeline/list-lines.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
  await db.query(`insert into plans (digest, plan) values ('sha256:x', '{}')`);
  await db.query(`insert into sequences (name, current_version) values ('s', 1)`);
  await db.query(
    `insert into sequence_versions (sequence, version, digest, source, created_at) values ('s', 1, 'sha256:x', '', now())`,
  );
  for (const id of ['enr_1', 'enr_2']) {
    await db.query(
      `insert into enrollments (id, sequence, version, digest, senders, status, created_at)
       values ($1, 's', 1, 'sha256:x', '{}', 'active', now())`,
      [id],
    );
  }
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const line = (enrollment_id: string, title: string, once?: string) => ({
  enrollment_id,
  at: new Date('2026-03-02T08:00:00Z'),
  node: 'invite',
  type: 'waiting',
  title,
  ...(once === undefined ? {} : { once }),
});

describe('the timeline', () => {
  it('holds a line once, however often its cause is written, per enrollment', async () => {
    expect(await addLine(db, line('enr_1', 'first', 'a'))).toBe(true);
    expect(await addLine(db, line('enr_1', 'again', 'a'))).toBe(false);
    expect(await addLine(db, line('enr_2', 'other', 'a'))).toBe(true);
    expect(await addLine(db, line('enr_1', 'plain'))).toBe(true);
    expect(await addLine(db, line('enr_1', 'plain'))).toBe(true);
    const lines = await readPage(db, lineListing('enr_1'), { limit: 10 });
    expect(lines.map(({ title }) => title)).toEqual(['first', 'plain', 'plain']);
  });

  it('is read on from a line, oldest first, and newest first across enrollments', async () => {
    const all = await readPage(db, lineListing('enr_1'), { limit: 10 });
    const after = [all[0]?.at.toISOString() ?? '', all[0]?.id ?? ''];
    const rest = await readPage(db, lineListing('enr_1'), { after, limit: 10 });
    expect(rest).toEqual(all.slice(1));
    const newest = await readPage(db, activityListing, { limit: 2 });
    expect(newest.map(({ title }) => title)).toEqual(['plain', 'plain']);
  });
});
