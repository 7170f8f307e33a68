import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationName } from '../../../src/app/api-contract/api-operations.ts';
import type { Database, Queryable } from '../../../src/shared/postgres/database.ts';
import { type ApiBench, openApi } from '../../api/fixtures.ts';
import { NUMBERS, PAGES } from '../../bench/million/asked-pages.ts';
import { fillMillion, MILLION } from '../../support/fill-million.ts';
import { comparedWithAll, type PlanNode, readWhole, rescannedResults } from './plan-node.ts';

/** As many as have somebody in every state. */
const PEOPLE = 2000;
/** Tables that grow with people and what is written to them. */
const LARGE = new Set(
  'leads identities enrollments campaign_rows intents slots timeline events conversations outbox queues tasks audit_log suppressions'.split(
    ' ',
  ),
);
/** Pages that may read all of a table. */
const MAY_READ_ALL: Readonly<Record<string, readonly string[]>> = {
  // While the table is small.
  metrics: ['enrollments'],
};

/** Routes that are no page of what grows with people, and why. */
const NO_PAGE: Readonly<Record<string, readonly OperationName[]>> = {
  'reads a row by its key, and what is beside it': [
    ...(['getAccount', 'getAnswer', 'getControlJob', 'getDraft', 'getErasure', 'getPresence', 'getTask'] as const),
    ...(['getReceiptCheck', 'getReconciliation', 'getSequenceVersion', 'getUser', 'getWebhook'] as const),
    'listDeliveries',
  ],
  'reads what a team makes by hand': [
    ...(['listDrafts', 'listKeys', 'listLabels', 'listSavedAnswers', 'listSessions', 'listUsers'] as const),
    ...(['listWebhooks', 'getEnrollSettings', 'getMe', 'getRetention'] as const),
  ],
  'asks others than the database, or looks whether these are there': [
    ...(['checkDeliverability', 'examineEnvironment', 'getClock', 'getHealth', 'getMailHtml', 'getOpenApi'] as const),
    ...(['getReadiness', 'listEnrollmentMails', 'streamEvents'] as const),
  ],
  'is a whole file, a computation in a thread, or of virtual time alone': [
    ...(['forecastCampaign', 'getCampaignResultsFile', 'getQuiet'] as const),
  ],
};

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

describe('a page of the API', () => {
  let api: ApiBench;
  let client: pg.Client;
  let whole_indexes: ReadonlySet<string>;
  const asked: Statement[] = [];
  let real: Database | undefined;
  const noting = (to: () => Queryable): Queryable => ({
    query(text, values) {
      asked.push({ text, values: values ?? [] });
      return to().query(text, values);
    },
  });
  const database = (): Database => {
    if (real === undefined) throw new Error('there is no database yet');
    return real;
  };
  const db: Database = {
    ...noting(database),
    transaction: (work) => database().transaction((tx) => work(noting(() => tx))),
    close: async () => undefined,
  };
  beforeAll(async () => {
    api = await openApi({ db });
    real = api.db;
    await fillMillion(api.db, PEOPLE, () => undefined);
    client = new pg.Client({ connectionString: api.url });
    await client.connect();
    // Where an index would do, a small table is no reason to read it whole.
    await client.query('set enable_seqscan = off');
    // An index may have a condition that nearly all rows meet.
    const { rows } = await client.query(
      `select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
        where t.reltuples > 0 and i.reltuples >= 0.3 * t.reltuples`,
    );
    whole_indexes = new Set(rows.map(({ relname }) => relname));
  });
  afterAll(async () => {
    await client?.end();
    await api?.close();
  });

  /** The plans of what the page asks, made on these tables. */
  async function plansOf(path: string, on: pg.Client): Promise<PlanNode[]> {
    asked.length = 0;
    const { status } = await api.call('GET', path);
    expect(status).toBe(200);
    expect(asked.length).toBeGreaterThan(0);
    const plans: PlanNode[] = [];
    for (const { text, values } of asked) {
      if (!/^\s*(select|with)\s/i.test(text) || text.includes('set_config')) continue;
      const { rows } = await on.query(`explain (format json) ${text}`, [...values]);
      plans.push(rows[0]['QUERY PLAN'][0].Plan);
    }
    return plans;
  }

  it.each(Object.entries(PAGES))('reads no table from end to end: %s', async (name, path) => {
    const plans = await plansOf(path, client);
    const found = new Set(plans.flatMap((plan) => readWhole(plan, whole_indexes)).filter((table) => LARGE.has(table)));
    expect([...found].sort()).toEqual(MAY_READ_ALL[name] ?? []);
  });

  describe('planned while there is nobody, as a connection keeps a plan', () => {
    let empty: ApiBench;
    let on: pg.Client;
    beforeAll(async () => {
      empty = await openApi();
      on = new pg.Client({ connectionString: empty.url });
      await on.connect();
    });
    afterAll(async () => {
      await on?.end();
      await empty?.close();
    });

    const by_sender = `/api/campaigns/${MILLION.largest}/results?by=sender`;
    it.each(Object.entries({ ...PAGES, ...NUMBERS, 'results by sender': by_sender }))(
      'rescans nothing that it has computed for each of many: %s',
      async (_name, path) => {
        expect((await plansOf(path, on)).flatMap(rescannedResults)).toEqual([]);
      },
    );

    // Other pages read as many people as they show; these read all of them.
    it.each(['experiments of a sequence', 'experiments of a campaign'])(
      'compares nobody with all the others: %s',
      async (name) => {
        const path = NUMBERS[name] ?? '';
        const tables = (await plansOf(path, on)).flatMap(comparedWithAll);
        expect(tables.filter((table) => LARGE.has(table))).toEqual([]);
      },
    );
  });
});

it('is asked for by every route that reads something that grows', () => {
  const asked = [...Object.values(PAGES), ...Object.values(NUMBERS)].map((path) => path.replace(/\?.*/, ''));
  const isAsked = (path: string): boolean => {
    const route = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return asked.some((each) => route.test(each));
  };
  const left = Object.entries(OPERATIONS).flatMap(([name, { method, path }]) =>
    method === 'GET' && !isAsked(path) ? [name] : [],
  );
  expect(left.sort()).toEqual(Object.values(NO_PAGE).flat().sort());
});
