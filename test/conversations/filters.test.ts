import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchListing } from '../../src/runtime/store/conversations/search-conversations.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { FILTERS, fillConversations } from '../bench/conversations.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { IS_NIGHT } from '../support/rounds.ts';

/** `npm run bench conversations` times the same pages with 200,000. */
const CONVERSATIONS = IS_NIGHT ? 200_000 : 20_000;
const PAGE = 51;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

describe(`a page of ${CONVERSATIONS} conversations`, () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase('engine');
    db = openDatabase(database.url, { max: 2 });
    await fillConversations(db, CONVERSATIONS);
    await db.query('vacuum analyze leads');
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  /** The tables that the statements of a page read from their first row to their last. */
  async function readInSequence(filter: (typeof FILTERS)[string], after: readonly string[] | null): Promise<string[]> {
    const asked: [string, readonly unknown[]][] = [];
    const query = ((text: string, values: readonly unknown[] = []) => {
      asked.push([text, values]);
      return db.query(text, values);
    }) as Database['query'];
    const watched: Database = { ...db, query };
    await readPage(watched, searchListing(watched, filter), { limit: PAGE, after });
    const found: string[] = [];
    const walk = (node: PlanNode): void => {
      if (node['Node Type'] === 'Seq Scan') found.push(node['Relation Name'] ?? '');
      for (const child of node.Plans ?? []) walk(child);
    };
    for (const [text, values] of asked) {
      const { rows } = await db.query(`explain (format json) ${text}`, values);
      walk(
        (rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[])[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': 'Seq Scan' },
      );
    }
    return found;
  }

  it.each(Object.entries(FILTERS))('is found by an index, and so is the next one: %s', async (_, filter) => {
    expect(await readInSequence(filter, null)).toEqual([]);
    const [row] = await readPage(db, searchListing(db, filter), { limit: 1 });
    if (row === undefined) return;
    expect(await readInSequence(filter, [row.last_at.toISOString(), row.id])).toEqual([]);
  });
});
