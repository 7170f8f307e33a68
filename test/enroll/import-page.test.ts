import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_ENROLL } from '../../src/language/plan/plan.ts';
import { campaignSource } from '../../src/runtime/enroll/campaign/campaign-source.ts';
import { candidateLead } from '../../src/runtime/enroll/campaign/candidate-lead.ts';
import { createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { type ImportDeps, importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { reconcileImports } from '../../src/runtime/enroll/campaign/reconcile-imports.ts';
import { retryCampaign } from '../../src/runtime/enroll/campaign/retry-campaign.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { listSizes } from '../../src/runtime/store/campaigns/campaign-sizes.ts';
import { countCampaign } from '../../src/runtime/store/campaigns/count-campaign.ts';
import { rowListing } from '../../src/runtime/store/campaigns/list-rows.ts';
import { readCampaign } from '../../src/runtime/store/campaigns/read-campaign.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { Conflict } from '../../src/shared/postgres/retry-conflicts.ts';
import { ada, addSequence, type Bench, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const candidate = (n: number, more = {}) => ({
  application_id: `app_${n}`,
  is_rejected: false,
  first_name: `P${n}`,
  profile_url: `https://professional.example/in/p-${n}`,
  experiences: [{ company: 'Acme' }, { company: 'Old' }],
  ...more,
});

interface Page {
  readonly offset: number;
  readonly count: number;
}

/** A service that answers as scripted, page by page. */
function scripted(people: readonly unknown[], fail: (page: Page, call: number) => string | null = () => null) {
  const pages: Page[] = [];
  const jobs: unknown[] = [];
  const call: ImportDeps['v2']['call'] = async (_, action, { params }) => {
    if (action === 'get_posts') {
      jobs.push(params.job_id);
      return { kind: 'success', data: { posts: [{ title: 'Engineer', company_name: 'Acme', location: 'Paris' }] } };
    }
    const page = { offset: Number(params.offset), count: Number(params.count) };
    pages.push(page);
    const code = fail(page, pages.length);
    if (code === 'CUT') return { kind: 'unknown', reason: 'cut off' };
    if (code !== null) return { kind: 'refused', code, message: 'no' };
    const next = page.offset + page.count;
    const next_offset = next < people.length ? next : null;
    return { kind: 'success', data: { candidates: people.slice(page.offset, next), pagination: { next_offset } } };
  };
  return { pages, jobs, v2: { call } };
}

async function campaign(given: unknown): Promise<string> {
  const source = campaignSource.parse(given);
  if ('csv' in source) throw new Error('files have tests of their own');
  const created = await createCampaign(bench, { name: 'C', sequence: 'hello', source });
  if (created.kind === 'refused') throw new Error(created.message);
  return created.campaign.id;
}

async function importAll(v2: ImportDeps['v2'], id: string): Promise<void> {
  const read = importPage({ ...bench, v2 });
  for (let offset: number | null = 0; offset !== null; ) {
    const { next_offset }: { next_offset: number | null } = await read({ campaign_id: id, offset });
    offset = next_offset;
  }
}

const CANDIDATES = { candidates: { account_id: 'acc_anna', job_id: '42' } };
const rowsOf = async (id: string) => readPage(bench.db, rowListing({ campaign_id: id }), { limit: 1000 });
const refusals = async (id: string) =>
  (await rowsOf(id)).flatMap(({ status, code }) => (status === 'refused' ? [code] : []));
const enrolled = async () => (await bench.db.query('select vars, senders from enrollments order by id')).rows;

describe('a campaign of candidates', () => {
  it('says of each row which of the rules of its sequence stands against it, read once or twice', async () => {
    await addSequence(bench.db, 'hello', { enroll: { ...DEFAULT_ENROLL, per_company: 1 } });
    const service = scripted([candidate(0), candidate(1), candidate(2, { experiences: [{ company: ' ACME ' }] })]);
    const id = await campaign(CANDIDATES);
    await importAll(service.v2, id);
    await importAll(service.v2, id);
    expect(await enrolled()).toHaveLength(1);
    expect(await refusals(id)).toEqual(['per_company', 'per_company']);
  });

  it('reads the source in pages of 50 and enrolls everybody with the job', async () => {
    const service = scripted(Array.from({ length: 120 }, (_, n) => candidate(n)));
    await importAll(service.v2, await campaign(CANDIDATES));
    expect(service.pages).toEqual([0, 50, 100].map((offset) => ({ offset, count: 50 })));
    // It costs a credit each time.
    expect(service.jobs).toEqual(['42']);
    const rows = await enrolled();
    expect(rows).toHaveLength(120);
    expect(rows[0]).toEqual({
      senders: { professional: 'acc_anna' },
      vars: { job: { id: '42', title: 'Engineer', company: 'Acme', location: 'Paris', application_id: 'app_0' } },
    });
  });

  it('goes on after a cut, and an import that runs again enrolls nobody twice and refuses nobody', async () => {
    const people = Array.from({ length: 70 }, (_, n) => candidate(n));
    const id = await campaign(CANDIDATES);
    const cut = scripted(people, (page) => (page.offset === 50 ? 'CUT' : null));
    await expect(importAll(cut.v2, id)).rejects.toThrow('cut off');
    expect(await enrolled()).toHaveLength(50);
    const again = scripted(people);
    await importAll(again.v2, id);
    expect(await enrolled()).toHaveLength(70);
    expect(again.jobs).toEqual([]);
    expect(await readCampaign(bench.db, { id })).toMatchObject({ status: 'running', error: null });
    expect(await refusals(id)).toEqual([]);
  });

  it('writes down how many people it has once it is imported, and again when more come', async () => {
    const people = Array.from({ length: 70 }, (_, n) => candidate(n));
    let is_over = false;
    const service = scripted(people, ({ offset }) => (offset === 0 || is_over ? null : 'PAGE_REFUSED'));
    const id = await campaign(CANDIDATES);
    const sizes = async () => (await listSizes(bench.db, id)).map((one) => one.people);
    await importAll(service.v2, id);
    // Its second page was refused: nobody knows yet.
    expect(await sizes()).toEqual([]);
    is_over = true;
    await retryCampaign(bench, id);
    await importAll(service.v2, id);
    expect(await sizes()).toEqual([70]);
    // Nothing has changed.
    await importAll(service.v2, id);
    expect(await sizes()).toEqual([70]);
    const lead = { first_name: 'Ada', profile_url: 'https://professional.example/in/ada' };
    const enrolled = await enrollLead(bench, { sequence: 'hello', lead, campaign_id: id });
    expect(enrolled).toMatchObject({ kind: 'created' });
    expect((await sizes()).at(-1)).toBe(71);
  });

  it('ends as failed when its workflow was cancelled, and goes on where it was with a retry', async () => {
    const people = scripted(Array.from({ length: 70 }, (_, n) => candidate(n)));
    const id = await campaign(CANDIDATES);
    const read = importPage({ ...bench, v2: people.v2 });
    await read({ campaign_id: id, offset: 0 });
    expect(await read({ campaign_id: id, offset: 50, cancelled: true })).toEqual({ next_offset: null });
    expect(await enrolled()).toHaveLength(50);
    const error = expect.stringContaining('cancelled in Temporal');
    expect(await readCampaign(bench.db, { id })).toMatchObject({ status: 'failed', error });
    await retryCampaign(bench, id);
    await importAll(people.v2, id);
    expect(await enrolled()).toHaveLength(70);
  });

  it('goes on in a further import where Temporal has lost the one that was at work, and not where it runs', async () => {
    const people = scripted(Array.from({ length: 70 }, (_, n) => candidate(n)));
    const id = await campaign(CANDIDATES);
    await importPage({ ...bench, v2: people.v2 })({ campaign_id: id, offset: 0 });
    const reconcile = (running: boolean) => reconcileImports(bench, async () => running);
    expect(await reconcile(false)).toBe(0);
    await bench.db.query('delete from outbox');
    expect(await reconcile(true)).toBe(0);
    expect(await reconcile(false)).toBe(1);
    expect(await reconcile(false)).toBe(0);
    const { rows } = await bench.db.query(`select target_id, payload from outbox where kind = 'start_campaign'`);
    expect(rows).toEqual([{ target_id: id, payload: { run: 2 } }]);
  });

  it('counts by reason who is not enrolled, once however often it runs', async () => {
    const people = [
      candidate(1),
      candidate(2, { is_rejected: true }),
      candidate(3, { first_name: '' }),
      candidate(4, { profile_url: null }),
      candidate(5, { profile_url: 'https://professional.example/in/p-1' }),
    ];
    const id = await campaign(CANDIDATES);
    await importAll(scripted(people).v2, id);
    await importAll(scripted(people).v2, id);
    expect((await rowsOf(id)).map(({ status, code }) => code ?? status)).toEqual([
      'created',
      'missing',
      'missing',
      'duplicate',
    ]);
    expect(await enrolled()).toHaveLength(1);
  });

  it('leaves out whom somebody found unfit, unless the ratings name it, also of a service that sends everybody', async () => {
    const people = ['GOOD_FIT', 'MAYBE', 'UNRATED', 'NOT_A_FIT', null].map((rating, n) => candidate(n, { rating }));
    const asked: unknown[] = [];
    const service = scripted(people);
    const v2: ImportDeps['v2'] = {
      call: (category, action, options) => {
        if (action === 'get_candidates') asked.push(options.params.ratings);
        return service.v2.call(category, action, options);
      },
    };
    const names = async (id: string) => (await rowsOf(id)).map(({ first_name }) => first_name);
    const usual = await campaign(CANDIDATES);
    await importAll(v2, usual);
    expect(await names(usual)).toEqual(['P0', 'P1', 'P2', 'P4']);
    const named = await campaign({ candidates: { ...CANDIDATES.candidates, ratings: ['NOT_A_FIT'] } });
    await importAll(v2, named);
    expect(await names(named)).toEqual(['P3', 'P4']);
    expect(asked).toEqual(['GOOD_FIT,MAYBE,UNRATED', 'NOT_A_FIT']);
  });

  it('enrolls the rejected ones when asked to', async () => {
    const source = { candidates: { ...CANDIDATES.candidates, include_rejected: true } };
    await importAll(scripted([candidate(1, { is_rejected: true })]).v2, await campaign(source));
    expect(await enrolled()).toHaveLength(1);
  });

  it('waits for what passes, and fails for what stays', async () => {
    const id = await campaign(CANDIDATES);
    for (const code of ['RATE_LIMITED', 'INSUFFICIENT_CREDITS', 'INTERNAL_ERROR']) {
      await expect(importAll(scripted([], () => code).v2, id)).rejects.toThrow(code);
    }
    await importAll(scripted([], () => 'INVALID_PARAMS').v2, id);
    expect(await readCampaign(bench.db, { id })).toMatchObject({ status: 'failed', error: 'INVALID_PARAMS: no' });
  });
});

describe('a campaign of leads', () => {
  it('enrolls the given people', async () => {
    const leads = Array.from({ length: 130 }, (_, n) => ada({ profile_url: `p-${n}` }));
    await importAll(scripted([]).v2, await campaign({ leads }));
    expect(await enrolled()).toHaveLength(130);
  });
});

describe('the same campaign again', () => {
  it('is the same one, also when two start it at once', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => campaign(CANDIDATES)));
    expect(new Set(ids).size).toBe(1);
    expect((await bench.db.query(`select from outbox where kind = 'start_campaign'`)).rowCount).toBe(1);
    expect(await campaign({ leads: [ada()] })).not.toBe(ids[0]);
  });
});

describe('a candidate', () => {
  it('becomes a lead whose company is the present one', () => {
    expect(candidateLead(candidate(1, { location: ' Paris ', headline: null }))).toEqual({
      application_id: 'app_1',
      row: 'app_1',
      rejected: false,
      rating: null,
      lead: {
        first_name: 'P1',
        profile_url: 'https://professional.example/in/p-1',
        location: ' Paris ',
        company: 'Acme',
      },
    });
  });
});

describe('a list of people', () => {
  const PEOPLE = 1200;
  const nobody: ImportDeps['v2'] = { call: async () => ({ kind: 'refused', code: 'NO', message: 'no' }) };
  const list = () =>
    campaign({ leads: Array.from({ length: PEOPLE }, (_, n) => ({ first_name: `P${n}`, email: `p${n}@x.example` })) });
  const count = async (text: string) =>
    (await bench.db.query<{ n: number }>(`select count(*)::int as n ${text}`)).rows[0]?.n;

  it('enters once, whole and in its order where two workers read it at once, and one of them is cut off', async () => {
    const id = await list();
    let left = 2;
    // The second transaction of the one is never committed.
    const cut: Database = {
      ...bench.db,
      transaction: (work) =>
        bench.db.transaction(async (tx) => {
          const done = await work(tx);
          left -= 1;
          if (left === 0) throw new Error('the worker was killed');
          return done;
        }),
    };
    const killed = importPage({ ...bench, db: cut, v2: nobody })({ campaign_id: id, offset: 0 });
    const [first] = await Promise.allSettled([killed, importAll(nobody, id)]);
    expect(first.status).toBe('rejected');
    expect(await count('from enrollments')).toBe(PEOPLE);
    expect(await count('from leads')).toBe(PEOPLE);
    expect(await count(`from campaign_rows where status = 'created' and given is null`)).toBe(PEOPLE);
    expect(await count(`from campaign_rows r join enrollments e on e.id = r.enrollment_id`)).toBe(PEOPLE);
    const counts = await countCampaign(bench.db, id);
    expect(counts).toMatchObject({ rows: PEOPLE, pending: 0, enrolled: PEOPLE });
    const { rows } = await bench.db.query<{ first_name: string }>(
      'select l.first_name from enrollments e join leads l on l.id = e.lead_id order by e.id',
    );
    expect(rows.map(({ first_name }) => first_name)).toEqual(Array.from({ length: PEOPLE }, (_, n) => `P${n}`));
  });

  it('keeps its order where a part is undone that the next one has begun behind', async () => {
    const id = await list();
    let [begun, isUndone] = [0, false];
    let secondBegins = () => {};
    const hasSecond = new Promise<void>((resolve) => {
      secondBegins = resolve;
    });
    const db: Database = {
      ...bench.db,
      transaction: (work) =>
        bench.db.transaction(async (tx) => {
          begun += 1;
          if (begun === 2) secondBegins();
          const done = await work(tx);
          if (isUndone) return done;
          isUndone = true;
          await hasSecond;
          throw new Conflict('the first part is undone');
        }),
    };
    await importPage({ ...bench, db, v2: nobody })({ campaign_id: id, offset: 0 });
    const { rows } = await bench.db.query<{ first_name: string }>(
      'select l.first_name from enrollments e join leads l on l.id = e.lead_id order by e.id',
    );
    expect(rows.map(({ first_name }) => first_name)).toEqual(Array.from({ length: PEOPLE }, (_, n) => `P${n}`));
    expect(await countCampaign(bench.db, id)).toMatchObject({ rows: PEOPLE, pending: 0, enrolled: PEOPLE });
  });

  it('has somebody once who stands in two parts, by the earlier row', async () => {
    const id = await campaign({
      leads: Array.from({ length: PEOPLE }, (_, n) => ({
        first_name: `P${n}`,
        email: `p${n === 1100 ? 3 : n}@x.example`,
      })),
    });
    await importPage({ ...bench, v2: nobody })({ campaign_id: id, offset: 0 });
    expect(await count('from enrollments')).toBe(PEOPLE - 1);
    expect(await count('from leads')).toBe(PEOPLE - 1);
    const { rows } = await bench.db.query(
      `select r.row::int, r.status, l.first_name from campaign_rows r join enrollments e on e.id = r.enrollment_id join leads l on l.id = e.lead_id
        where r.campaign_id = $1 and r.row in (4, 1101) order by 1`,
      [id],
    );
    expect(rows).toEqual([
      { row: 4, status: 'created', first_name: 'P3' },
      { row: 1101, status: 'duplicate', first_name: 'P3' },
    ]);
  });

  it('leaves a row alone that has changed since it was read', async () => {
    const id = await list();
    let changed = false;
    const db: Database = {
      ...bench.db,
      async query(text, values) {
        const read = await bench.db.query<never>(text, values);
        if (!changed && text.includes('xmin')) {
          changed = true;
          await bench.db.query(
            `update campaign_rows set status = 'refused', code = 'erased', given = null where campaign_id = $1 and row in (3, 1100)`,
            [id],
          );
        }
        return read;
      },
    };
    const read = importPage({ ...bench, db, v2: nobody });
    for (let offset: number | null = 0; offset !== null; )
      ({ next_offset: offset } = await read({ campaign_id: id, offset }));
    expect(await count('from enrollments')).toBe(PEOPLE - 2);
    expect(await count(`from leads where email in ('p2@x.example', 'p1099@x.example')`)).toBe(0);
    expect(await count(`from campaign_rows where status = 'refused' and code = 'erased'`)).toBe(2);
  });
});
