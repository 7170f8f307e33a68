import { expect, it } from 'vitest';
import { createCampaign } from '../../../src/runtime/enroll/campaign/create-campaign.ts';
import { importPage } from '../../../src/runtime/enroll/campaign/import-page.ts';
import type { Database, Queryable } from '../../../src/shared/postgres/database.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { addSequence, openBench } from '../../enroll/fixtures.ts';

/** A transaction takes a thousand rows, each with two names, a company and a domain. */
const [ROWS, ROWS_AT_ONCE, MOST_READ] = [6000, 1000, 5000];
/** The transactions of an import that are looked at: in the first all rows are pending, in the last all others are known. One more ends it. */
const [FIRST, LAST] = [0, ROWS / ROWS_AT_ONCE - 1];

interface Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

/** The most rows that a part of the plan has read of a table. */
const mostRows = ({ Plans = [], ...node }: Node): number => {
  const read = node['Relation Name'] === undefined ? 0 : node['Actual Rows'] * node['Actual Loops'];
  return Math.max(read, ...Plans.map(mostRows));
};

/** Notes how many rows each statement has read, before it is really carried out. */
function notingRows(db: Database, most: Map<string, number>): Database {
  const noting = (on: Queryable): Queryable => ({
    async query(text, values) {
      if (/^\s*(select|with|insert|update|delete)\s/i.test(text)) {
        await on.query('savepoint looked');
        const explain = `explain (analyze, format json) ${text}`;
        const { rows } = await on.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(explain, values);
        await on.query('rollback to looked');
        const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
        const name = text.replace(/\s+/g, ' ').trim().slice(0, 80);
        most.set(name, Math.max(most.get(name) ?? 0, plan === undefined ? 0 : mostRows(plan.Plan)));
      }
      return on.query(text, values);
    },
  });
  let begun = 0;
  return {
    query: (text, values) => db.query(text, values),
    transaction(work, options) {
      const place = begun++ % (LAST + 2);
      return db.transaction((tx) => work(place === FIRST || place === LAST ? noting(tx) : tx), options);
    },
    close: () => db.close(),
  };
}

it('reads for a transaction of an import what that one takes, however many rows are pending', async () => {
  const bench = await openBench();
  const worker = openDatabase(bench.url, { max: 4, plans_once: true });
  try {
    for (const name of ['hello', 'again']) await addSequence(bench.db, name);
    const leads = Array.from({ length: ROWS }, (_, n) => ({
      ...{ first_name: `P${n}`, profile_url: `https://professional.example/in/p${n}`, email: `p${n}@x${n}.example` },
      company: `Company ${n}`,
    }));
    const most = new Map<string, number>();
    const v2 = { call: () => Promise.reject(new Error('a list asks nobody')) };
    const read = importPage({ ...bench, db: notingRows(worker, most), v2, profiles: [] });
    // The people of the second one are known.
    for (const sequence of ['hello', 'again']) {
      const created = await createCampaign(bench, { name: sequence, sequence, source: { leads } });
      if (created.kind === 'refused') throw new Error(created.message);
      for (let offset: number | null = 0; offset !== null; )
        ({ next_offset: offset } = await read({ campaign_id: created.campaign.id, offset }));
    }
    expect(most.size).toBeGreaterThan(20);
    expect([...most].filter(([, rows]) => rows > MOST_READ)).toEqual([]);
  } finally {
    await worker.close();
    await bench.close();
  }
});
