import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../src/app/api/create-api.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

const YAML = `sequence: texts
senders: { professional: [acc_anna] }
steps:
  - split:
      long: { weight: 1, steps: [{ invite: "Long" }] }
      short: { weight: 1, steps: [{ invite: "Short" }] }
  - end: done
`;

const DAY = 86_400_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');
let api: ApiBench;
let node: string;

beforeAll(async () => {
  api = await openApi();
  await api.call('POST', '/api/sequences', YAML);
  const { plan } = (await api.call('GET', '/api/sequences/texts')).body;
  node =
    Object.values(plan.nodes as Record<string, { id: string; kind: string }>).find(({ kind }) => kind === 'split')
      ?.id ?? '';
  await addPeople('long', { people: 200, every: 20 });
  await addPeople('short', { people: 200, every: 4 });
  await api.db.query(POSITIVE);
});
afterAll(() => api.close());

/**
 * Labels: of those who replied each fifth is labeled otherwise, and of the others each second was labeled before they took the
 * arm.
 */
const POSITIVE = `
  update enrollments e set label = case when n % 5 = 1 then 'not_interested' else 'booked' end,
         labeled_at = case when n % 2 = 0 then created_at - interval '1 day' else replied_at + interval '30 days' end
    from (select id, row_number() over (partition by substr(id, 1, 8) order by created_at) as n from enrollments where replied_at is not null) p
   where p.id = e.id`;

/** Somebody of an arm each hour, contacted an hour later; each `every`th replies after two days. */
async function addPeople(
  arm: string,
  { people, every, sequence = 'texts' }: { people: number; every: number; sequence?: string },
) {
  await api.db.query(
    `with version as (select * from sequence_versions where sequence = $6),
          n as (select n, case when $6 = 'texts' then 'enr_' else 'enr_' || $6 end || $1 || n as id, $3::timestamptz + n * interval '1 hour' as at from generate_series(1, $2::int) n),
          made as (
            insert into enrollments (id, sequence, version, digest, senders, status, outcome, created_at, started_at, replied_at, finished_at)
            select n.id, $6, version.version, version.digest, '{}', 'finished', case when n % $4::int = 0 then 'replied' else 'done' end,
                   at, at, case when n % $4::int = 0 then at + interval '49 hours' end, at + interval '60 hours' from n, version returning id),
          lines as (
            insert into timeline (enrollment_id, at, node, type, title, detail)
            select n.id, n.at, $5, 'branch', 'Takes arm ' || $1, jsonb_build_object('arm', $1::text) from n join made using (id))
     insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
     select n.id || '/send', n.id, 'send', 1, 'acc_anna', 'professional', 'invite', 'invite', 'done', '{}', at, at + interval '1 hour'
       from n join made using (id)`,
    [arm, people, new Date(START), every, node, sequence],
  );
}

/** Twenty people a day, on the second one three of four to the arm short. */
const MOVED = `
  with version as (select * from sequence_versions where sequence = 'moving'),
       experiment as (
         insert into experiments (sequence, node, metric, arms, tallies)
         values ('moving', '1-split', 'replied', array['long', 'short'], '{"long": {"judged": 40, "successes": 3}, "short": {"judged": 41, "successes": 8}}')
         returning id),
       n as (select n, 'enr_moving' || n as id, $1::timestamptz + (n / 20) * interval '1 day' as at,
                    case when n % 20 < case when n < 20 then 10 else 5 end then 'long' else 'short' end as arm,
                    case when n < 20 then 0.5 else 0.75 end as share from generate_series(0, 39) n),
       made as (
         insert into enrollments (id, sequence, version, digest, senders, status, created_at, started_at)
         select n.id, 'moving', version.version, version.digest, '{}', 'active', at, at from n, version returning id),
       lines as (
         insert into timeline (enrollment_id, at, node, type, title, detail)
         select n.id, n.at, '1-split', 'branch', 'Takes arm ' || n.arm, jsonb_build_object('arm', n.arm) from n join made using (id))
  insert into arm_choices (enrollment_id, node, experiment_id, arm, at, shares, seen)
  select n.id, '1-split', experiment.id, n.arm, n.at, jsonb_build_object('long', 1 - n.share, 'short', n.share), '{}' from n join made using (id), experiment`;

const setClock = (days: number) =>
  api.clock.set({ wall_origin: Date.now(), world_origin: START + days * DAY, speed: 1 });
const ask = async (query = '') => (await api.call('GET', `/api/sequences/texts/experiments${query}`)).body;

describe('a split that is optimized', () => {
  it('shows the shares now and over time, what they follow from, and what was decided', async () => {
    const text = YAML.replace('sequence: texts', 'sequence: moving').replace(
      /split:[\s\S]*? {2}- end/,
      'split: { optimize: replied, arms: { long: [visit], short: [visit] } }\n  - end',
    );
    await api.call('POST', '/api/sequences', text);
    const moving = async () => (await api.call('GET', '/api/sequences/moving/experiments')).body.splits[0];
    expect((await moving()).optimized).toMatchObject({
      ...{ metric: 'replied', judged_after_days: 14, least_share: 0.1, decided: null, over_time: [] },
      arms: [
        { name: 'long', share: expect.closeTo(0.5, 6), judged: 0, successes: 0 },
        { name: 'short', share: expect.closeTo(0.5, 6), judged: 0, successes: 0 },
      ],
    });
    await api.db.query(MOVED, [new Date(START)]);
    const { optimized, sample_ratio } = await moving();
    expect(optimized.arms).toMatchObject([
      { name: 'long', judged: 40, successes: 3 },
      { name: 'short', judged: 41, successes: 8 },
    ]);
    expect(optimized.arms[1].share).toBeCloseTo(0.85, 1);
    expect(optimized.over_time).toEqual([
      { date: '2026-03-02', shares: { long: 0.5, short: 0.5 }, entered: { long: 10, short: 10 } },
      { date: '2026-03-03', shares: { long: 0.25, short: 0.75 }, entered: { long: 5, short: 15 } },
    ]);
    expect(optimized.sentence).toMatch(
      /^Not decided: of new people 1\d % to long, 8\d % to short by what the arms have brought; /,
    );
    // Their shares, not their weights, explain who came.
    expect(sample_ratio).toEqual({ expected: [0.375, 0.625], found: [0.375, 0.625], is_off: false });
    // Of those who came on the second day alone, these shares are the right ones, too.
    await api.db.query(
      `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
       values ('cmp_late', 'late', 'moving', 1, '{}', 'late', 'running', now())`,
    );
    await api.db.query(
      `update enrollments set campaign_id = 'cmp_late' where id in (select 'enr_moving' || n from generate_series(20, 39) n)`,
    );
    const late = (await api.call('GET', '/api/sequences/moving/experiments?campaign_id=cmp_late')).body.splits[0];
    expect(late.sample_ratio).toEqual({ expected: [0.25, 0.75], found: [0.25, 0.75], is_off: false });
    await api.db.query(`update experiments set winner = 'short', decided_at = $1 where sequence = 'moving'`, [
      new Date(START),
    ]);
    expect((await moving()).optimized).toMatchObject({
      decided: { arm: 'short', at: '2026-03-02T09:00:00.000Z' },
      arms: [{ share: 0 }, { share: 1 }],
      sentence: 'Decided on 2026-03-02: it is proven that more people reply there, so all new people take short',
    });
  });
});

describe('what the arms of a split have brought', () => {
  it('is counted, compared and said', async () => {
    setClock(60);
    const { window_days, splits } = await ask();
    expect({ window_days, count: splits.length }).toEqual({ window_days: 14, count: 1 });
    const [split] = splits;
    expect(split.arms).toMatchObject([
      { name: 'long', weight: 1, entered: 200, contacted: 200, replied: 10, positive: 4, median_hours_to_reply: 48 },
      { name: 'short', weight: 1, entered: 200, contacted: 200, replied: 50, positive: 20, median_hours_to_reply: 48 },
    ]);
    expect(split.sample_ratio).toEqual({ expected: [0.5, 0.5], found: [0.5, 0.5], is_off: false });
    const [positive, replies, acceptances] = split.comparisons;
    // However late somebody labels it, it counts for the day of the reply.
    expect(positive).toMatchObject({
      ...{ metric: 'positive', judged: { arm: 200, against: 200 }, rates: { arm: 0.1, against: 0.02 } },
      sentence: expect.stringContaining('positive replies'),
    });
    expect(replies).toMatchObject({
      ...{ arm: 'short', against: 'long', metric: 'replied', better: 'short' },
      ...{ judged: { arm: 200, against: 200 }, rates: { arm: 0.25, against: 0.05 } },
      sentence: expect.stringMatching(/^short gets more replies than long: \d+ to \d+ points; you may stop$/),
    });
    expect(replies.lower).toBeGreaterThan(0.05);
    expect(replies.upper).toBeLessThan(0.4);
    expect(acceptances).toMatchObject({
      metric: 'accepted',
      better: null,
      sentence: expect.stringMatching(/^Too early: /),
    });
  });

  it('is said more sharply of a campaign, which knows how many people it contacts, and warns of what an arm must not bring', async () => {
    setClock(60);
    const open = (await ask('?first=replied')).splits[0];
    expect(open).toMatchObject({ size: null, comparisons: [{ metric: 'replied' }, { metric: 'positive' }, {}] });
    expect(open.guards.map(({ metric, worse }: Record<string, unknown>) => ({ metric, worse }))).toEqual([
      { metric: 'unsubscribed', worse: null },
      { metric: 'bounced', worse: null },
    ]);
    await api.db.query(
      `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
       values ('cmp_texts', 'texts', 'texts', 1, '{}', 'texts', 'running', $1)`,
      [new Date(START)],
    );
    await api.db.query(`update enrollments set campaign_id = 'cmp_texts' where sequence = 'texts'`);
    const ofCampaign = async () => (await ask('?first=replied&campaign_id=cmp_texts')).splits[0];
    // It was not imported yet.
    expect((await ofCampaign()).size).toBeNull();
    await api.db.query(`insert into campaign_sizes (campaign_id, at, people) values ('cmp_texts', $1, 430)`, [
      new Date(START),
    ]);
    const known = await ofCampaign();
    expect(known.size).toEqual({ judged: 400, people: 430 });
    const width = (split: { comparisons: { lower: number; upper: number }[] }) =>
      (split.comparisons[0]?.upper ?? 0) - (split.comparisons[0]?.lower ?? 2);
    expect(width(known)).toBeLessThan(width(open));
    // Twenty ended before anybody had contacted them; ten may still come.
    await api.db.query(
      `insert into enrollments (id, sequence, version, digest, senders, status, outcome, created_at, started_at, finished_at, campaign_id)
       select 'enr_left' || n, sequence, version, digest, '{}', 'finished', 'stopped', created_at, started_at, finished_at, campaign_id
         from enrollments, generate_series(1, 20) n where id = 'enr_long1'`,
    );
    expect((await ofCampaign()).size).toEqual({ judged: 400, people: 410 });
    // One that goes on has no size.
    await api.db.query(`insert into campaign_follows (campaign_id, every) values ('cmp_texts', 'daily')`);
    expect((await ofCampaign()).size).toBeNull();
    await api.db.query(`delete from campaign_follows; delete from enrollments where id like 'enr_left%'`);
    await api.db.query(
      `update enrollments set outcome = 'unsubscribed', stopped_at = finished_at where id in (select 'enr_short' || n from generate_series(3, 180, 3) n)`,
    );
    const { guards, comparisons } = await ofCampaign();
    expect(guards[0]).toMatchObject({
      ...{ arm: 'short', against: 'long', metric: 'unsubscribed', worse: 'short' },
      sentence: expect.stringMatching(/^short gets more unsubscribes than long: \d+ to \d+ points; see to it/),
    });
    expect(comparisons[0].sentence).toContain('but also more unsubscribes: weigh that first');
    await api.db.query(
      `update enrollments set outcome = case when replied_at is null then 'done' else 'replied' end, stopped_at = null, campaign_id = null where sequence = 'texts'`,
    );
  });

  it('is judged of nobody before their days are over, however soon they replied', async () => {
    setClock(15);
    const { splits } = await ask();
    // Contacted 2 hours and more after the start: 14 days later there are 23 of each arm.
    expect(splits[0].comparisons[0].judged).toEqual({ arm: 23, against: 23 });
    expect(splits[0].arms[1].replied).toBe(50);
    expect((await ask('?window_days=1')).splits[0].comparisons[0]).toMatchObject({
      judged: { arm: 200, against: 200 },
      rates: { arm: 0, against: 0 },
    });
  });

  it('is asked of one campaign, and of a sequence that is there', async () => {
    await api.db.query(
      `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
       values ('cmp_none', 'none', 'texts', 1, '{}', 'none', 'running', now())`,
    );
    const { splits } = await ask('?campaign_id=cmp_none');
    expect(splits[0].arms).toMatchObject([{ entered: 0 }, { entered: 0 }]);
    expect(splits[0].comparisons[0].sentence).toBe('Too early: nobody of short or long can be judged yet');
    expect((await api.call('GET', '/api/sequences/none/experiments')).status).toBe(404);
    expect((await api.call('GET', '/api/sequences/texts/experiments?window_days=0')).body.errors).toMatchObject([
      { field: 'window_days' },
    ]);
  });

  it('is counted of the version of the split that asks the same: neither other weights nor other texts', async () => {
    setClock(60);
    const publish = (text: string) => api.call('POST', '/api/sequences', text);
    const counted = async (query = '') => {
      const { splits } = await ask(query);
      const [{ versions, others, arms, sample_ratio }] = splits;
      return {
        versions,
        others,
        entered: arms.map(({ entered }: { entered: number }) => entered),
        is_off: sample_ratio.is_off,
      };
    };
    // The same question at another place.
    await publish(YAML.replace('steps:\n', 'steps:\n  - visit\n'));
    expect(await counted()).toEqual({ versions: [2, 1], others: 0, entered: [200, 200], is_off: false });
    await publish(YAML.replace('short: { weight: 1', 'short: { weight: 9'));
    expect(await counted()).toEqual({ versions: [3], others: 400, entered: [0, 0], is_off: false });
    await publish(YAML.replace('"Short"', '"Another"'));
    expect(await counted()).toMatchObject({ versions: [4], entered: [0, 0] });
    expect(await counted('?version=1')).toMatchObject({ versions: [2, 1], entered: [200, 200] });
    // Who has moved since took the arm where they were then.
    await api.db.query(`update enrollments set version = 4 where id like 'enr_short%'`);
    await api.db.query(
      `insert into timeline (enrollment_id, at, node, type, title, detail)
       select id, now(), $1, 'moved', 'Moved', '{"from_version": 1, "to_version": 4}' from enrollments where id like 'enr_short%'`,
      [node],
    );
    expect(await counted()).toMatchObject({ others: 400, entered: [0, 0] });
    expect((await api.call('GET', '/api/sequences/texts/experiments?version=9')).body.code).toBe('unknown_version');
    await publish(YAML);
    expect(await counted()).toMatchObject({ entered: [200, 200] });
  });

  it('is not compared where the weights do not explain who came', async () => {
    await api.db.query(`delete from timeline where enrollment_id like 'enr_short1%'`);
    expect((await ask()).splits[0].sample_ratio.is_off).toBe(true);
  });
});

describe('of many people', () => {
  /** A statement that looks through all for each of them takes minutes, one that does not less than a second. */
  const MOST_MS = 60_000;
  const BY_THOUSANDS = { some: 4500, many: 10_000 };
  let db: Database;
  let app: ReturnType<typeof createApi>;
  beforeAll(() => {
    db = openDatabase(api.url, { max: 1, timeouts: { statement: MOST_MS } });
    app = createApi({ ...api.deps, db, computer_limits: { in_all: 0 } });
    setClock(500);
  });
  afterAll(async () => {
    await app.close();
    await db.close();
  });
  const experimentsOf = (sequence: string) => `/api/sequences/${sequence}/experiments`;
  const askHere = (sequence: string) =>
    app.inject({ method: 'GET', url: experimentsOf(sequence), headers: { authorization: `Bearer ${ADMIN}` } });
  const countsOf = (people: number) => [
    { name: 'long', entered: people, contacted: people, replied: people / 20 },
    { name: 'short', entered: people, contacted: people, replied: people / 10 },
  ];

  it('is read in one pass, also where the plan of a statement was made for few', async () => {
    await api.call('POST', '/api/sequences', YAML.replace('sequence: texts', 'sequence: some'));
    // From the sixth time on Postgres keeps a plan.
    for (let n = 0; n < 7; n++) expect((await askHere('some')).statusCode).toBe(200);
    await addPeople('long', { people: BY_THOUSANDS.some, every: 20, sequence: 'some' });
    await addPeople('short', { people: BY_THOUSANDS.some, every: 10, sequence: 'some' });
    const answer = await askHere('some');
    expect(answer.json().splits[0].arms).toMatchObject(countsOf(BY_THOUSANDS.some));
  });

  it('is judged in a thread, while the server answers everybody else', async () => {
    await api.call('POST', '/api/sequences', YAML.replace('sequence: texts', 'sequence: many'));
    await addPeople('long', { people: BY_THOUSANDS.many, every: 20, sequence: 'many' });
    await addPeople('short', { people: BY_THOUSANDS.many, every: 10, sequence: 'many' });
    expect((await askHere('many')).json()).toMatchObject({ code: 'too_many_computations' });
    const [split] = (await api.call('GET', experimentsOf('many'))).body.splits;
    expect(split.arms).toMatchObject(countsOf(BY_THOUSANDS.many));
    expect(split.comparisons).toContainEqual(expect.objectContaining({ metric: 'replied', better: 'short' }));
  });
});
