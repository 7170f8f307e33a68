import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginJob, carryOnJob } from '../../src/runtime/control/job.ts';
import { changePause, type PauseRequest } from '../../src/runtime/control/pause.ts';
import { admitLeads } from '../../src/runtime/enroll/admission/admit-leads.ts';
import { createBeginning } from '../../src/runtime/enroll/admission/begin-waiting.ts';
import { campaignSource } from '../../src/runtime/enroll/campaign/campaign-source.ts';
import { type CampaignRequest, createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { type ImportDeps, importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { openAdmission } from '../../src/runtime/enroll/enroll-lead.ts';
import { countCampaign } from '../../src/runtime/store/campaigns/count-campaign.ts';
import { readCampaign } from '../../src/runtime/store/campaigns/read-campaign.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { addSequence, type Bench, openBench } from '../enroll/fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const PEOPLE = 1200;
const people = (count = PEOPLE) =>
  Array.from({ length: count }, (_, n) => ({
    first_name: `P${n}`,
    profile_url: `https://professional.example/in/p-${n}`,
  }));

const NO_SERVICE: ImportDeps['v2'] = { call: async () => ({ kind: 'refused', code: 'NONE', message: 'is not asked' }) };

async function campaignOf(source: CampaignRequest['source'], name = 'C'): Promise<string> {
  const created = await createCampaign(bench, { name, sequence: 'hello', source });
  if (created.kind === 'refused') throw new Error(created.message);
  return created.campaign.id;
}

async function importAll(id: string, { db = bench.db, v2 = NO_SERVICE }: Partial<ImportDeps> = {}): Promise<void> {
  const read = importPage({ db, clock: bench.clock, v2 });
  for (let offset: number | null = 0; offset !== null; ) {
    const { next_offset }: { next_offset: number | null } = await read({ campaign_id: id, offset });
    offset = next_offset;
  }
}

async function change(action: PauseRequest['action'], target: string, note: string | null = null) {
  const deps = { db: bench.db, clock: bench.clock, lease_ms: 2000 };
  const result = await changePause(deps, { scope: 'campaign', target, action, note });
  if (result.kind === 'stopped') throw new Error('it is stopped');
  return result.change;
}

const jobDeps = () => ({ db: bench.db, clock: bench.clock, profiles: [], findPlan: createPlanCache() });

async function jobs(): Promise<void> {
  while (await carryOnJob(jobDeps()));
}

/** The database, with something that happens once, after so many transactions. */
function afterTransactions(count: number, happens: () => Promise<unknown>): Database {
  let done = 0;
  return {
    ...bench.db,
    async transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> {
      const result = await bench.db.transaction(work);
      done += 1;
      if (done === count) await happens();
      return result;
    },
  };
}

const states = async (id: string) => {
  const [enrollments, rows] = await Promise.all([
    bench.db.query(
      `select status, outcome, stop_outcome, count(*)::int as count from enrollments where campaign_id = $1 group by 1, 2, 3 order by 1`,
      [id],
    ),
    bench.db.query(
      'select status, code, message, count(*)::int as count from campaign_rows where campaign_id = $1 group by 1, 2, 3 order by 1',
      [id],
    ),
  ]);
  return { enrollments: enrollments.rows, rows: rows.rows };
};

const open = ({ enrollments }: Awaited<ReturnType<typeof states>>) =>
  enrollments.filter(({ status, stop_outcome }) => status !== 'finished' && stop_outcome === null);

describe('a campaign that is stopped while its rows are still being enrolled', () => {
  it('enrolls nobody of those any more, and their rows say why', async () => {
    const id = await campaignOf({ leads: people() });
    await importAll(id, { db: afterTransactions(1, () => change('stop', id, 'wrong list')) });
    await jobs();
    const now = await states(id);
    expect(open(now)).toEqual([]);
    expect(now.rows).toEqual([
      { status: 'created', code: null, message: null, count: expect.any(Number) },
      {
        status: 'refused',
        code: 'stopped',
        message: expect.stringContaining('was stopped'),
        count: expect.any(Number),
      },
    ]);
    expect(now.rows[1]?.message).toContain('wrong list');
    const counts = await countCampaign(bench.db, id);
    expect(counts).toMatchObject({ rows: PEOPLE, pending: 0, refused: { stopped: now.rows[1]?.count } });
  });

  it('refuses the rows that no import looks at any more, too', async () => {
    const id = await campaignOf({ leads: people() });
    await change('stop', id);
    await jobs();
    expect((await states(id)).rows).toMatchObject([{ status: 'refused', code: 'stopped', count: PEOPLE }]);
  });

  it('leaves the rows alone where some of its people are stopped, and not the campaign', async () => {
    const id = await campaignOf({ leads: people() });
    await importAll(id, {
      db: afterTransactions(1, async () => {
        for (const filter of [
          { campaign_id: id, status: 'queued' as const },
          { campaign_id: id, replied: false },
        ])
          await beginJob(jobDeps(), { action: 'stop', filter, note: null });
        await jobs();
      }),
    });
    const { enrollments, rows } = await states(id);
    expect(rows).toEqual([{ status: 'created', code: null, message: null, count: PEOPLE }]);
    expect(enrollments.some(({ stop_outcome }) => stop_outcome === 'stopped')).toBe(true);
  });

  it('keeps no row of a page that it was reading then', async () => {
    const source = campaignSource.parse({ candidates: { account_id: 'acc_anna', job_id: '42' } });
    if (!('candidates' in source)) throw new Error('not the source that was given');
    const id = await campaignOf(source);
    const call: ImportDeps['v2']['call'] = async (_, action) => {
      if (action === 'get_posts') {
        return { kind: 'success', data: { posts: [{ title: 'Engineer', company_name: 'Acme', location: 'Paris' }] } };
      }
      await change('stop', id);
      await jobs();
      const candidates = people(10).map((one) => ({ ...one, is_rejected: false, experiences: [] }));
      return { kind: 'success', data: { candidates, pagination: { next_offset: null } } };
    };
    await importAll(id, { v2: { call } });
    expect(await states(id)).toEqual({ enrollments: [], rows: [] });
    expect(await readCampaign(bench.db, { id })).toMatchObject({ status: 'stopped' });
  });

  it('keeps nobody out of another campaign', async () => {
    const first = await campaignOf({ leads: people() });
    await importAll(first, { db: afterTransactions(1, () => change('stop', first)) });
    await jobs();
    const begun = (await states(first)).rows[0]?.count as number;
    await bench.db.query(`update enrollments set status = 'finished', finished_at = now() where campaign_id = $1`, [
      first,
    ]);
    const second = await campaignOf({ leads: people() }, 'Again');
    await importAll(second);
    expect((await states(second)).rows).toMatchObject([
      { status: 'created', count: PEOPLE - begun },
      { status: 'duplicate', code: 'again', count: begun },
    ]);
  });

  it('ends whom a former stop has left when it is stopped again, and after that nothing is left to do', async () => {
    const id = await campaignOf({ leads: people(40) });
    await importAll(id, { db: afterTransactions(1, async () => undefined) });
    await change('stop', id, 'first');
    await jobs();
    // As the version before left them.
    await bench.db.query(
      `update enrollments set status = 'queued', started_at = null, stop_outcome = null, outcome = null, finished_at = null`,
      [],
    );
    await bench.db.query(`update campaign_rows set status = 'pending', enrollment_id = null where row > 30`, []);
    const again = await change('stop', id, 'second');
    expect(again).toMatchObject({ state: 'stopped', note: 'first', matched: 40, job_id: expect.any(String) });
    await jobs();
    const now = await states(id);
    expect(open(now)).toEqual([]);
    expect(now.rows).toMatchObject([
      { status: 'created', count: 30 },
      { status: 'refused', code: 'stopped', count: 10 },
    ]);
    expect(await change('stop', id)).toMatchObject({ job_id: null, matched: 0 });
  });
});

describe('a campaign that is paused while its rows are still being enrolled', () => {
  it('lets none of those begin before it is resumed, and all of them then', async () => {
    const id = await campaignOf({ leads: people(60) });
    await change('pause', id);
    await importAll(id);
    const begin = createBeginning({ db: bench.db, clock: bench.clock, profiles: [] });
    const begun = async () =>
      (await bench.db.query('select id from enrollments where started_at is not null', [])).rows.length;
    while (await begin());
    expect(await begun()).toBe(0);
    await change('resume', id);
    await jobs();
    while (await begin());
    expect(await begun()).toBe(60);
  });
});

describe('a job for many', () => {
  it('waits for people who are being enrolled, for it would pass them before they can be seen', async () => {
    const admission = await openAdmission(bench, 'hello', null);
    if (admission.kind === 'refused') throw new Error(admission.message);
    let commit: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written: () => void = () => undefined;
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const enrolling = bench.db.transaction(async (tx) => {
      const leads = people(3).map((lead) => ({ lead }));
      // Their clock is a second ahead of ours.
      await admitLeads(tx, admission, leads, bench.clock.now() + 1000);
      written();
      await held;
    });
    await isWritten;
    let begun = false;
    const beginning = beginJob(jobDeps(), { action: 'pause', filter: {}, note: null }).then((job) => {
      begun = true;
      return job;
    });
    const isWaiting = async () =>
      (
        await bench.db.query(
          `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
          [],
        )
      ).rows.length > 0;
    try {
      while (!begun && !(await isWaiting()));
      expect(begun).toBe(false);
    } finally {
      commit();
      await enrolling;
    }
    expect((await beginning).matched).toBe(3);
    await jobs();
    expect((await bench.db.query('select from enrollments where not paused', [])).rows).toEqual([]);
  });
});
