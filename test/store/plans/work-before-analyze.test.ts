import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/shared/postgres/database.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { type ApiBench, openApi } from '../../api/fixtures.ts';
import { NUMBERS, PAGES } from '../../bench/million/asked-pages.ts';
import { blocksOf } from '../../support/blocks-looked-into.ts';
import { fillMillion } from '../../support/fill-million.ts';

const PEOPLE = 5000;
/** Blocks of tables and indexes that an answer may look into for each of the people there are. What compares everybody with everybody looks into hundreds. */
const BLOCKS_EACH = 40;
/** From then on Postgres may keep the plan of a statement, whatever comes later. */
const UNTIL_KEPT = 6;

describe('what is asked right after a large import, over a connection that knows the tables empty', () => {
  let api: ApiBench;
  let one: Database;
  const pages = Object.entries({ ...PAGES, ...NUMBERS });
  beforeAll(async () => {
    const db: Database = {
      query: (text, values) => one.query(text, values),
      transaction: (work) => one.transaction(work),
      close: async () => undefined,
    };
    api = await openApi({ db });
    one = openDatabase(api.url, { max: 1 });
    for (let n = 0; n < UNTIL_KEPT; n++) for (const [, path] of pages) await api.call('GET', path);
    await fillMillion(api.db, PEOPLE, () => undefined, { analyzed: false });
  });
  afterAll(async () => {
    await one?.close();
    await api?.close();
  });

  it.each(pages)('takes no more work than there are people: %s', async (_name, path) => {
    const ask = async () => expect((await api.call('GET', path)).status).toBe(200);
    const most = PEOPLE * BLOCKS_EACH;
    expect(await blocksOf(one, ask, most)).toBeLessThanOrEqual(most);
  });
});
