import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiBench, openApi } from './fixtures.ts';

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
});
afterAll(() => api.close());

/** Somebody of an arm each hour, contacted an hour later; each `every`th replies after two days. */
async function addPeople(arm: string, { people, every }: { people: number; every: number }) {
  await api.db.query(
    `with version as (select * from sequence_versions where sequence = 'texts'),
          n as (select n, 'enr_' || $1 || n as id, $3::timestamptz + n * interval '1 hour' as at from generate_series(1, $2::int) n),
          made as (
            insert into enrollments (id, sequence, version, digest, senders, status, outcome, created_at, started_at, replied_at, finished_at)
            select n.id, 'texts', version.version, version.digest, '{}', 'finished', case when n % $4::int = 0 then 'replied' else 'done' end,
                   at, at, case when n % $4::int = 0 then at + interval '49 hours' end, at + interval '60 hours' from n, version returning id),
          lines as (
            insert into timeline (enrollment_id, at, node, type, title, detail)
            select n.id, n.at, $5, 'branch', 'Takes arm ' || $1, jsonb_build_object('arm', $1::text) from n join made using (id))
     insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
     select n.id || '/send', n.id, 'send', 1, 'acc_anna', 'professional', 'invite', 'invite', 'done', '{}', at, at + interval '1 hour'
       from n join made using (id)`,
    [arm, people, new Date(START), every, node],
  );
}

const setClock = (days: number) =>
  api.clock.set({ wall_origin: Date.now(), world_origin: START + days * DAY, speed: 1 });
const ask = async (query = '') => (await api.call('GET', `/api/sequences/texts/experiments${query}`)).body;

describe('what the arms of a split have brought', () => {
  it('is counted, compared and said', async () => {
    setClock(60);
    const { window_days, splits } = await ask();
    expect({ window_days, count: splits.length }).toEqual({ window_days: 14, count: 1 });
    const [split] = splits;
    expect(split.arms).toMatchObject([
      { name: 'long', weight: 1, entered: 200, contacted: 200, replied: 10, median_hours_to_reply: 48 },
      { name: 'short', weight: 1, entered: 200, contacted: 200, replied: 50, median_hours_to_reply: 48 },
    ]);
    expect(split.sample_ratio).toEqual({ expected: [0.5, 0.5], found: [0.5, 0.5], is_off: false });
    const [replies, acceptances] = split.comparisons;
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
    const { splits } = await ask('?campaign_id=cmp_none');
    expect(splits[0].arms).toMatchObject([{ entered: 0 }, { entered: 0 }]);
    expect(splits[0].comparisons[0].sentence).toBe('Too early: nobody of short or long can be judged yet');
    expect((await api.call('GET', '/api/sequences/none/experiments')).status).toBe(404);
    expect((await api.call('GET', '/api/sequences/texts/experiments?window_days=0')).body.errors).toMatchObject([
      { field: 'window_days' },
    ]);
  });

  it('is not compared where the weights do not explain who came', async () => {
    await api.db.query(`delete from timeline where enrollment_id like 'enr_short1%'`);
    expect((await ask()).splits[0].sample_ratio.is_off).toBe(true);
  });
});
