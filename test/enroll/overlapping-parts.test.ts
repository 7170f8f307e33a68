import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { type ImportDeps, importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { countCampaign } from '../../src/runtime/store/campaigns/count-campaign.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { databaseOver } from '../../src/shared/postgres/open-database.ts';
import { createLockWitness } from '../support/locks/lock-witness.ts';
import { addSequence, type Bench, openBench } from './fixtures.ts';
import { watchParts } from './watched-parts.ts';

/** Three transactions, of a thousand rows at most. */
const PEOPLE = 2200;
const [FIRST, FRONT, BEHIND] = [0, 1, 2];
/** Words of the statement by which a part locks the names of its people, and of the first that writes. */
const LOCKS_NAMES = 'hashtextextended(name';
const WRITES = 'insert into enrollments';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

async function list(): Promise<string> {
  const leads = Array.from({ length: PEOPLE }, (_, n) => ({ first_name: `P${n}`, email: `p${n}@x.example` }));
  const created = await createCampaign(bench, { name: 'C', sequence: 'hello', source: { leads } });
  if (created.kind === 'refused') throw new Error(created.message);
  return created.campaign.id;
}

const nobody: ImportDeps['v2'] = { call: async () => ({ kind: 'refused', code: 'NO', message: 'no' }) };
const importOnce = (db: Database, id: string) =>
  importPage({ ...bench, db, v2: nobody })({ campaign_id: id, offset: 0 });

async function expectAllInOrder(id: string): Promise<void> {
  const { rows } = await bench.db.query<{ first_name: string }>(
    'select l.first_name from enrollments e join leads l on l.id = e.lead_id order by e.id',
  );
  expect(rows.map(({ first_name }) => first_name)).toEqual(Array.from({ length: PEOPLE }, (_, n) => `P${n}`));
  expect(await countCampaign(bench.db, id)).toMatchObject({ rows: PEOPLE, pending: 0, enrolled: PEOPLE });
}

describe('a part of a list that asks for its locks while the one before it is written', () => {
  it('takes them in the one order of all', async () => {
    const id = await list();
    const witness = createLockWitness();
    const db = databaseOver(witness.watch(new pg.Pool({ connectionString: bench.url, max: 4 })));
    const watched = watchParts(db, {
      async beforeCommit(number, { begun }) {
        if (number === FRONT) await (await begun(BEHIND)).asked(LOCKS_NAMES);
      },
    });
    await importOnce(watched.db, id);
    await db.close();
    expect([...witness.complaints]).toEqual([]);
    expect(witness.judged).toBeGreaterThan(10);
    await expectAllInOrder(id);
  });

  it('begins once that one has all of its own, and writes once it is committed', async () => {
    const asked: (readonly string[])[] = [];
    const states: string[] = [];
    const watched = watchParts(bench.db, {
      beforeBegin(number, { parts }) {
        if (number > FIRST) asked.push([...(parts[number - 1]?.texts ?? [])]);
      },
      beforeAsking(number, text, { parts }) {
        if (number > FIRST && text.includes(WRITES)) states.push(parts[number - 1]?.state ?? '');
      },
    });
    const id = await list();
    await importOnce(watched.db, id);
    expect(asked.slice(0, BEHIND).map((texts) => texts.some((text) => text.includes(LOCKS_NAMES)))).toEqual([
      true,
      true,
    ]);
    expect(states).toEqual(['committed', 'committed']);
    await expectAllInOrder(id);
  });

  it('leaves nothing behind where the worker is killed meanwhile, as the one before it does not', async () => {
    const id = await list();
    const watched = watchParts(bench.db, {
      async beforeCommit(number, { begun }) {
        if (number !== FRONT) return;
        await (await begun(BEHIND)).asked(LOCKS_NAMES);
        throw new Error('the worker was killed');
      },
    });
    await expect(importOnce(watched.db, id)).rejects.toThrow('killed');
    expect(watched.parts.map(({ state }) => state)).toEqual(['committed', 'undone', 'undone']);
    const { rows } = await bench.db.query(`select count(*)::int as n from campaign_rows where status = 'created'`);
    expect(rows).toEqual([{ n: 1000 }]);
    await importOnce(bench.db, id);
    await expectAllInOrder(id);
  });
});
