import { afterAll, beforeAll, expect, it } from 'vitest';
import { examineCounts, recountAll } from '../../src/app/main/recount.ts';
import { addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { createTestDatabase } from '../support/database.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  await bench.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ('cmp_1', 'One', 'hello', 1, '{}', '1', 'running', now()), ('cmp_2', 'Two', 'hello', 1, '{}', '2', 'running', now())`,
  );
});
afterAll(() => bench.close());

it('says which number of a campaign is not what counting gives, and mends it', async () => {
  expect(await examineCounts(bench.url)).toBe('those of 2 campaigns are what counting gives');
  await bench.db.query(
    `insert into campaign_tallies (campaign_id, what, name, amount) values ('cmp_2', 'acted', 'invite', 2), ('cmp_2', 'replied', '', -1)`,
  );
  await expect(examineCounts(bench.url)).rejects.toMatchObject({
    code: 'miscounted',
    message: 'cmp_2: 2 too many of acted invite; cmp_2: 1 too few of replied',
    fix: 'Run overture recount.',
  });
  const env = { DATABASE_URL: bench.url };
  expect(await recountAll(env)).toMatchObject({ campaigns: 2, mended: [{ missing: -2 }, { missing: 1 }] });
  expect(await recountAll(env)).toEqual({ campaigns: 2, mended: [] });
  expect(await examineCounts(bench.url)).toBe('those of 2 campaigns are what counting gives');
});

it('leaves a campaign alone whose actions have yet to be counted once, and a database that was never started', async () => {
  await bench.db.query(`update campaigns set actions_tallied = false where id = 'cmp_1'`);
  expect(await examineCounts(bench.url)).toBe('those of 1 campaigns are what counting gives');
  const empty = await createTestDatabase('empty');
  expect(await examineCounts(empty.url)).toBe('none are kept before the next start');
  await empty.drop();
});
