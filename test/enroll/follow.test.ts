import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changePause } from '../../src/runtime/control/pause.ts';
import { campaignSource } from '../../src/runtime/enroll/campaign/campaign-source.ts';
import { createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { beginLooks } from '../../src/runtime/enroll/campaign/follow/begin-looks.ts';
import { changeFollow } from '../../src/runtime/enroll/campaign/follow/change-follow.ts';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import type { V2Reader } from '../../src/runtime/enroll/campaign/v2-reader.ts';
import { endCreditShortage } from '../../src/runtime/store/accounts/credit-shortage.ts';
import { readCampaign } from '../../src/runtime/store/campaigns/read-campaign.ts';
import { readFollow } from '../../src/runtime/store/follows/follow.ts';
import { lookListing } from '../../src/runtime/store/follows/look.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { readWork } from '../../src/runtime/store/read-work.ts';
import { advanced } from '../../src/shared/kit/clock.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { addSequence, type Bench, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

type Answer = Awaited<ReturnType<V2Reader['call']>>;

/** A job with whoever has applied so far, the last one last; `next` answers a call in place of it. */
interface Applicant {
  readonly id: number;
  readonly rating: string;
  readonly rejected: boolean;
}

interface Job {
  readonly people: Applicant[];
  readonly calls: { readonly action: string; readonly offset: number; readonly newest: boolean }[];
  readonly v2: V2Reader;
  readonly apply: (count: number, more?: Partial<Applicant>) => void;
  state: string;
  next: Answer | null;
}

function createJob(first: number): Job {
  const people: Applicant[] = [];
  const calls: Job['calls'] = [];
  const job: Job = {
    ...{ people, calls, state: 'LISTED', next: null },
    apply(count, more = {}) {
      for (let n = 0; n < count; n++) people.push({ id: people.length, rating: 'UNRATED', rejected: false, ...more });
    },
    v2: {
      async call(_, action, { params }) {
        const { ratings, count, sortOrder } = params;
        const offset = Number(params.offset ?? 0);
        const newest = sortOrder === 'DESCENDING';
        calls.push({ action, offset, newest });
        const { next } = job;
        if (next !== null) return next;
        if (action === 'get_posts') {
          const post = { title: 'Engineer', company_name: 'Acme', location: 'Paris', job_state: job.state };
          return { kind: 'success' as const, data: { posts: [post] }, credits: 1 };
        }
        const wanted = people.filter(({ rating }) => String(ratings).split(',').includes(rating));
        const shown = (newest ? wanted.toReversed() : wanted).slice(offset, offset + Number(count));
        const end = offset + shown.length;
        const data = {
          candidates: shown.map(({ id, rating, rejected }) => ({
            ...{ application_id: `app_${id}`, rating, is_rejected: rejected, first_name: `P${id}` },
            profile_url: `https://professional.example/in/p-${id}`,
          })),
          pagination: { next_offset: end < wanted.length ? end : null },
        };
        return { kind: 'success' as const, data, credits: Math.ceil(shown.length / 10) };
      },
    },
  };
  job.apply(first);
  return job;
}

const SOURCE = { account_id: 'acc_anna', job_id: '42', follow: 'daily' };

async function campaignOf(given: unknown, name = 'C'): Promise<string> {
  const source = campaignSource.parse(given);
  if ('csv' in source) throw new Error('files are read once');
  const created = await createCampaign(bench, { name, sequence: 'hello', source });
  if (created.kind === 'refused') throw new Error(created.message);
  return created.campaign.id;
}

/** Does the work of the campaign's workflow, until the import ends. */
async function work(v2: V2Reader, id: string): Promise<void> {
  while ((await importPage({ ...bench, v2 })({ campaign_id: id, offset: 0 })).next_offset !== null);
}
const pass = (ms: number) => bench.clock.set(advanced(bench.clock.setting(), Date.now(), ms));
/** A day later: whether a look begins, and what it does. */
async function nextDay(v2: V2Reader, id: string): Promise<boolean> {
  pass(DAY + MINUTE);
  const began = await beginLooks(bench);
  await work(v2, id);
  return began;
}
const looksOf = async (id: string) => readPage(bench.db, lookListing(id), { limit: 100, sort: 'number' });
const enrolled = async () =>
  (
    await bench.db.query<{ name: string }>(
      'select l.first_name as name from enrollments e join leads l on l.id = e.lead_id order by e.id',
    )
  ).rows.map(({ name }) => name);
const waiting = async (id: string) => (await readFollow(bench.db, id))?.waits_for ?? null;

describe('a job that is followed', () => {
  it('enrolls who applies later, once, reading only the newest, and says of each look what it saw and cost', async () => {
    const job = createJob(23);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    expect(await enrolled()).toHaveLength(23);
    expect(await beginLooks(bench)).toBe(false);
    job.calls.length = 0;
    expect(await nextDay(job.v2, id)).toBe(true);
    job.apply(2);
    expect(await nextDay(job.v2, id)).toBe(true);
    expect(await enrolled()).toHaveLength(25);
    expect(job.calls.filter(({ action }) => action === 'get_candidates')).toEqual([
      { action: 'get_candidates', offset: 0, newest: true },
      { action: 'get_candidates', offset: 0, newest: true },
    ]);
    expect(await looksOf(id)).toMatchObject([
      { number: 1, whole: true, people: 23, found: 23, enrolled: 23, credits: 4, ended_at: expect.any(Date) },
      { number: 2, whole: false, people: 10, found: 0, enrolled: 0, credits: 2 },
      { number: 3, whole: false, people: 10, found: 2, enrolled: 2, credits: 2 },
    ]);
    expect(await readCampaign(bench.db, { id })).toMatchObject({ status: 'running', error: null });
  });

  it('reads on where more have come than one page holds', async () => {
    const job = createJob(5);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    job.apply(27);
    await nextDay(job.v2, id);
    expect(await enrolled()).toHaveLength(32);
    expect((await looksOf(id))[1]).toMatchObject({ people: 30, found: 27, credits: 4 });
  });

  it('finds in its weekly reading of all whom somebody has rated otherwise or taken back', async () => {
    const job = createJob(0);
    job.apply(1, { rating: 'NOT_A_FIT' });
    job.apply(1, { rejected: true });
    job.apply(30);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    expect(await enrolled()).toHaveLength(30);
    for (const person of job.people) Object.assign(person, { rating: 'GOOD_FIT', rejected: false });
    for (let day = 2; day <= 7; day++) await nextDay(job.v2, id);
    expect(await enrolled()).toHaveLength(30);
    await nextDay(job.v2, id);
    expect((await looksOf(id)).map(({ whole }) => whole)).toEqual([true, ...Array(6).fill(false), true]);
    expect((await enrolled()).slice(30).sort()).toEqual(['P0', 'P1']);
  });

  it('ends when the job closes, without reading or enrolling anybody more', async () => {
    const job = createJob(3);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    job.apply(2);
    job.state = 'CLOSED';
    await nextDay(job.v2, id);
    expect(await enrolled()).toHaveLength(3);
    expect(await looksOf(id)).toMatchObject([{}, { people: 0, credits: 1, note: 'The job "Engineer" was closed.' }]);
    expect(await readFollow(bench.db, id)).toMatchObject({
      next_look_at: null,
      ended_because: 'The job "Engineer" was closed.',
    });
    expect(await nextDay(job.v2, id)).toBe(false);
  });

  it('repeats nobody when a process ends in the middle of a look, and leaves nobody out', async () => {
    const job = createJob(4);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    job.apply(25);
    pass(DAY + MINUTE);
    await beginLooks(bench);
    // One page, and then the worker is gone: the next one continues. The first page is read again by a worker that was late.
    const page = importPage({ ...bench, v2: job.v2 });
    await Promise.all(
      [page({ campaign_id: id, offset: 0 }), page({ campaign_id: id, offset: 0 })].map((one) => one.catch(() => null)),
    );
    job.apply(3);
    await work(job.v2, id);
    expect(new Set(await enrolled()).size).toBe((await enrolled()).length);
    await nextDay(job.v2, id);
    expect((await enrolled()).length).toBe(32);
  });

  it('begins once, however many workers look', async () => {
    const job = createJob(1);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    pass(DAY + MINUTE);
    const began = await Promise.all([1, 2, 3].map(() => beginLooks(bench)));
    expect(began.filter((one) => one)).toHaveLength(1);
    expect(await looksOf(id)).toHaveLength(2);
    const { rows } = await bench.db.query(`select payload from outbox where kind = 'start_campaign' order by id`);
    expect(rows).toEqual([{ payload: {} }, { payload: { run: 2 } }]);
  });
});

describe('a look that cannot be had', () => {
  const refused = (code: string, more = {}): Answer => ({ kind: 'refused', code, message: 'no', ...more });

  it('waits after a failure, longer each time, says why, and then sees everybody', async () => {
    const job = createJob(2);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    job.apply(1);
    job.next = { kind: 'unreachable', reason: 'nobody answers' };
    await nextDay(job.v2, id);
    expect(await readFollow(bench.db, id)).toMatchObject({ waits_for: 'failure', failures: 1 });
    expect((await readFollow(bench.db, id))?.waits_because).toContain('nobody answers');
    expect(await readCampaign(bench.db, { id })).toMatchObject({ status: 'running', error: null });
    expect(await beginLooks(bench)).toBe(false);
    pass(11 * MINUTE);
    expect(await beginLooks(bench)).toBe(true);
    await work(job.v2, id);
    expect(await readFollow(bench.db, id)).toMatchObject({ failures: 2 });
    pass(11 * MINUTE);
    expect(await beginLooks(bench)).toBe(false);
    job.next = null;
    pass(10 * MINUTE);
    expect(await beginLooks(bench)).toBe(true);
    await work(job.v2, id);
    expect(await enrolled()).toHaveLength(3);
    expect(await readFollow(bench.db, id)).toMatchObject({ waits_for: null, failures: 0 });
    expect(await looksOf(id)).toHaveLength(2);
  });

  it('waits for credits, and begins as soon as they are back', async () => {
    const job = createJob(2);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    job.next = refused('INSUFFICIENT_CREDITS');
    await nextDay(job.v2, id);
    expect(await waiting(id)).toBe('credits');
    expect(await beginLooks(bench)).toBe(false);
    // It is no work, so a jump does not wait for it.
    expect((await readWork(bench.db, new Date(bench.clock.now()))).under_way).not.toContainEqual(
      expect.objectContaining({ what: 'looks at sources' }),
    );
    await bench.db.transaction((tx) => endCreditShortage(tx, true, new Date(bench.clock.now())));
    expect(await beginLooks(bench)).toBe(true);
  });

  it('waits as long as the service says after a 429, by the wall', async () => {
    const job = createJob(2);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    job.next = refused('RATE_LIMITED', { retry_after_ms: 60_000 });
    await nextDay(job.v2, id);
    expect(await waiting(id)).toBe('rate_limit');
    pass(3 * DAY);
    expect(await beginLooks(bench)).toBe(false);
    await bench.db.query(`update campaign_follows set wall_try_at = now() - interval '1 second'`);
    expect(await beginLooks(bench)).toBe(true);
  });

  it('waits for an account that is disconnected', async () => {
    const job = createJob(2);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    await bench.db.query(`update accounts set status = 'disconnected' where id = 'acc_anna'`);
    expect(await nextDay(job.v2, id)).toBe(false);
    expect(await readFollow(bench.db, id)).toMatchObject({
      waits_for: 'account',
      waits_because: 'The account acc_anna is disconnected.',
    });
    await bench.db.query(`update accounts set status = 'connected' where id = 'acc_anna'`);
    expect(await beginLooks(bench)).toBe(true);
  });

  it('does not look while its campaign is paused, nor when it was stopped', async () => {
    const job = createJob(2);
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    const pause = (action: 'pause' | 'resume' | 'stop') =>
      changePause({ ...bench, lease_ms: 0 }, { scope: 'campaign', target: id, action, note: 'wrong text' });
    await pause('pause');
    job.calls.length = 0;
    job.apply(2);
    expect(await nextDay(job.v2, id)).toBe(false);
    expect(await readFollow(bench.db, id)).toMatchObject({ waits_for: 'pause' });
    expect(job.calls).toEqual([]);
    await pause('resume');
    expect(await beginLooks(bench)).toBe(true);
    // In the middle of a look as well.
    await pause('pause');
    await work(job.v2, id);
    expect(job.calls).toEqual([]);
    expect(await waiting(id)).toBe('pause');
    await pause('resume');
    await beginLooks(bench);
    await work(job.v2, id);
    expect(await enrolled()).toHaveLength(4);
    await pause('stop');
    job.apply(1);
    expect(await nextDay(job.v2, id)).toBe(false);
    expect(await enrolled()).toHaveLength(4);
  });

  it('fails where the first look is refused for good, and only waits where a later one is', async () => {
    const job = createJob(2);
    job.next = refused('INVALID_PARAMS');
    const id = await campaignOf({ candidates: SOURCE });
    await work(job.v2, id);
    expect(await readCampaign(bench.db, { id })).toMatchObject({ status: 'failed' });
    job.next = null;
    const later = await campaignOf({ candidates: SOURCE }, 'later');
    await work(job.v2, later);
    job.next = refused('INVALID_PARAMS');
    await nextDay(job.v2, later);
    expect(await readCampaign(bench.db, { id: later })).toMatchObject({ status: 'running' });
    expect(await waiting(later)).toBe('failure');
    expect((await readFollow(bench.db, later))?.next_look_at?.getTime()).toBeGreaterThan(bench.clock.now() + 23 * HOUR);
  });
});

describe('a search that is followed', () => {
  it('is read as a whole each day, and enrolls who appears anywhere in it', async () => {
    const people = ['a', 'b', 'c'];
    const asked: unknown[] = [];
    const v2: V2Reader = {
      async call(_, __, { params }) {
        asked.push(params);
        const profiles = people.map((name) => ({ name, profile_url: `https://professional.example/in/${name}` }));
        return { kind: 'success', data: { profiles, pagination: { next_offset: null } }, credits: 1 };
      },
    };
    const id = await campaignOf({ search: { account_id: 'acc_anna', count: 20, keyword: 'rust', follow: 'daily' } });
    await work(v2, id);
    people.splice(1, 0, 'd');
    await nextDay(v2, id);
    expect(await enrolled()).toEqual(['a', 'b', 'c', 'd']);
    expect(await looksOf(id)).toMatchObject([{ found: 3 }, { people: 4, found: 1, whole: true }]);
    expect(asked).toEqual(Array(2).fill({ keyword: 'rust', count: 10, offset: 0 }));
  });
});

describe('following', () => {
  it('belongs to the campaign: without it, it is another one, which can be followed later and be left alone again', async () => {
    const job = createJob(2);
    const { follow: _, ...once } = SOURCE;
    const follow = (id: string, every: 'daily' | null, dry_run = false) =>
      bench.db.transaction((tx) => changeFollow(tx, id, every, { at: new Date(bench.clock.now()), dry_run }));
    const plain = await campaignOf({ candidates: once });
    expect(await campaignOf({ candidates: SOURCE })).not.toBe(plain);
    await work(job.v2, plain);
    expect(await readFollow(bench.db, plain)).toBeNull();
    job.apply(1);
    expect(await follow(plain, 'daily', true)).toBe('changed');
    expect(await readFollow(bench.db, plain)).toBeNull();
    expect(await follow(plain, 'daily')).toBe('changed');
    expect(await beginLooks(bench)).toBe(true);
    await work(job.v2, plain);
    expect(await enrolled()).toHaveLength(3);
    expect(await follow(plain, null)).toBe('changed');
    expect(await nextDay(job.v2, plain)).toBe(false);
    const leads = await campaignOf({ leads: [{ first_name: 'A' }] });
    expect(await follow(leads, 'daily')).toBe('not_followable');
  });
});
