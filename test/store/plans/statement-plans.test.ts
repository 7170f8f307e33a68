import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLANS_ONCE } from '../../../src/shared/postgres/open-database.ts';
import type { Mutation } from '../../engine-simulator/mutation.ts';
import { runHistory } from '../../engine-simulator/run-history.ts';
import { createTestDatabase as createSimulated } from '../../engine-simulator/test-database.ts';
import { MIXES } from '../../engine-simulator/write-script.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { IS_NIGHT } from '../../support/rounds.ts';
import { fillTables } from './fill-tables.ts';
import { type PlanNode, readToLookUp, readWhole, rescannedResults } from './plan-node.ts';

/**
 * Rows of each table. By day as few as tempt Postgres most: a table of some pages seems to be read faster than an index a hundred
 * times.
 */
const ROWS = IS_NIGHT ? 200_000 : 6_000;
/** Statements that may read a table in sequence, by how they begin, and why. */
const MAY_READ_ALL: readonly (readonly [RegExp, string])[] = [
  [/^select lane from unnest/, 'it ends at the first row that is due, and asks of the oldest'],
  [/^select count\(\*\)::int as count from enrollments e where/, 'what is counted before many are paused or stopped'],
];
/** Statements that may rescan what they have computed for each row of something else, by how they begin, and why that is never much. */
const MAY_RESCAN: readonly (readonly [RegExp, string])[] = [
  [/^with next as materialized \(select enrollment_id, turn from put_off/, 'as many as are woken at once'],
  [/^with held as \(select id from enrollments where id = \$1/, 'one person'],
  [/^with asked as materialized \( select \* from unnest/, 'as many as share a transaction'],
];

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Every statement of the engine in some histories, once. */
async function statementsOfTheEngine(): Promise<readonly string[]> {
  const texts = new Set<string>();
  const recording: Mutation = {
    ...{ name: 'none', what: 'nothing is wrong', breaks: 'I1', write: MIXES.large },
    rewrite(statement) {
      texts.add(statement.text);
      return statement;
    },
  };
  const simulated = await createSimulated(inject('postgres_url'), 'statement_plans');
  for (const write of [MIXES.large, MIXES.crowd, MIXES.small])
    for (const seed of [1, 2, 3]) await runHistory(simulated, write(seed), { mutation: recording });
  await simulated.close();
  return [...texts].filter((text) => /^\s*(select|with|insert|update|delete)\s/i.test(text));
}

describe(`a statement of the engine, with ${ROWS} rows in every table`, () => {
  let database: TestDatabase;
  let client: pg.Client;
  let statements: readonly string[];
  /** Those with an entry for each row; others have them for what is open, and are as short as that. */
  let whole_indexes: ReadonlySet<string>;
  /** Those that, planned on empty tables, rescan what they have computed for each row of something else. */
  let rescans: string[];
  /** Those that, planned on empty tables, read all that is open to look a few up in it. */
  let lookUps: string[];
  beforeAll(async () => {
    statements = await statementsOfTheEngine();
    database = await createTestDatabase('engine');
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const [setting, value] of Object.entries(PLANS_ONCE)) await client.query(`set ${setting} = ${value}`);
    rescans = [];
    lookUps = [];
    for (const text of statements) {
      const plan = await planOf(text);
      if (rescannedResults(plan).length > 0) rescans.push(inOneLine(text));
      const tables = readToLookUp(plan);
      if (tables.length > 0) lookUps.push(`${tables.join(', ')}: ${inOneLine(text)}`);
    }
    await fillTables(client, ROWS);
    const { rows } = await client.query(
      'select relname from pg_index join pg_class on oid = indexrelid where indpred is null',
    );
    whole_indexes = new Set(rows.map(({ relname }) => relname));
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  const planOf = async (text: string): Promise<PlanNode> => {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  };
  /** The tables that it reads from their first row to their last. */
  const readInSequence = async (text: string): Promise<readonly string[]> =>
    readWhole(await planOf(text), whole_indexes);
  const complaints = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const text of statements) {
      if (MAY_READ_ALL.some(([begins]) => begins.test(inOneLine(text)))) continue;
      const tables = await readInSequence(text);
      if (tables.length > 0) found.push(`${tables.join(', ')}: ${inOneLine(text)}`);
    }
    return found;
  };

  it('finds its rows by an index before Postgres knows how they are distributed, and afterwards', async () => {
    expect(statements.length).toBeGreaterThan(100);
    expect(await complaints()).toEqual([]);
    await client.query('analyze');
    expect(await complaints()).toEqual([]);
  });

  it('rescans nothing that it has computed for each of many, where it was planned while there was nobody', () => {
    expect(rescans.filter((text) => !MAY_RESCAN.some(([begins]) => begins.test(text)))).toEqual([]);
    for (const [begins] of MAY_RESCAN) expect(rescans, String(begins)).toContainEqual(expect.stringMatching(begins));
  });

  it('reads nothing whole to look a few up in it, where it was planned while there was nobody', () => {
    expect(lookUps).toEqual([]);
  });

  it('has no permission to read all that it does not need', () => {
    for (const [begins] of MAY_READ_ALL)
      expect(
        statements.some((text) => begins.test(inOneLine(text))),
        String(begins),
      ).toBe(true);
  });

  it('says how many rows it asks for, or Postgres takes them for a hundred', async () => {
    const asked = 'jsonb_to_recordset($1) as given (enrollment_id text, node text, visit int)';
    const slots = (rows: string) =>
      `select s.id from ${rows} as a join slots s using (enrollment_id, node, visit) where s.spent = 0`;
    // The other roles plan for the values that they see.
    for (const setting of Object.keys(PLANS_ONCE)) await client.query(`reset ${setting}`);
    if (!IS_NIGHT) expect(await readInSequence(slots(`(select * from ${asked})`))).toEqual(['slots']);
    expect(await readInSequence(slots(`(select * from ${asked} limit jsonb_array_length($1))`))).toEqual([]);
    for (const text of statements.filter((each) => each.includes('jsonb_to_recordset')))
      expect(text).toContain('limit jsonb_array_length');
  });
});
