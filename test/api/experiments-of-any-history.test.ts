import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ArmPerson } from '../../src/core/experiments/arm-person.ts';
import { checkRecordedShares } from '../../src/core/experiments/sample-ratio.ts';
import { createRandom } from '../../src/core/simulate/people/random.ts';
import { SEND_CLASSES } from '../../src/language/plan/node-traits.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { drawHistories } from '../experiments/draw-histories.ts';
import { judgePlainly } from '../experiments/judge-plainly.ts';
import { rounds } from '../support/rounds.ts';
import { type ApiBench, openApi } from './fixtures.ts';

const START = Date.parse('2026-03-02T09:00:00.000Z');
const [PEOPLE, DAYS, WINDOW] = [250, 35, 9];
/** Lines of anybody at the same step, from which on people are joined as a set. */
const MANY = 10_000;

const textOf = (name: string, split: string, before = '') => `sequence: ${name}
senders: { professional: [acc_anna] }
steps:
${before}  - split: ${split}
  - end: done
`;
const WEIGHED =
  '{ long: { weight: 2, steps: [{ invite: "Long" }] }, short: { weight: 1, steps: [{ invite: "Short" }] }, none: { weight: 1, steps: [visit] } }';
const OPTIMIZED = '{ optimize: replied, arms: { long: [visit], short: [visit] } }';

/** A person who took an arm, as each of their facts is looked up by itself. */
interface PlainRow extends ArmPerson, Record<string, unknown> {
  readonly enrollment_id: string;
  readonly node: string;
  readonly version: number;
}

const seconds = (time: string) => `round(extract(epoch from ${time}) * 1000)::float8`;
const since = (time: string) => `case when ${time} >= t.at then ${seconds(time)} end`;
const PLAIN = `
  select t.enrollment_id, t.node, t.detail ->> 'arm' as arm, ${seconds('t.at')} as entered_at,
         (select ${seconds('min(i.settled_at)')} from intents i
           where i.enrollment_id = e.id and i.state = 'done' and i.limit_class = any($4) and i.settled_at >= t.at) as contacted_at,
         coalesce((select (m.detail ->> 'from_version')::int from timeline m
                    where m.enrollment_id = e.id and m.type = 'moved' and m.id > t.id order by m.id limit 1), e.version) as version,
         ${since('e.accepted_at')} as accepted_at, ${since('e.replied_at')} as replied_at,
         case when e.labeled_at >= t.at and e.label in (select name from labels where positive) then ${since('e.replied_at')} end as positive_at,
         case when e.outcome = 'unsubscribed' then ${seconds('coalesce(e.stopped_at, e.finished_at)')} end as unsubscribed_at,
         case when e.outcome = 'bounced' then ${seconds('coalesce(e.stopped_at, e.finished_at)')} end as bounced_at
    from timeline t join enrollments e on e.id = t.enrollment_id
   where t.type = 'branch' and t.node = any($2) and e.sequence = $1 and e.started_at is not null and ($3::text is null or e.campaign_id = $3)
     and not exists (select from timeline s where s.enrollment_id = t.enrollment_id and s.node = t.node and s.type = 'branch' and s.id < t.id)
   order by t.id`;

let api: ApiBench;
/** The id of the split in each version, by sequence. */
const ids = new Map<string, string[]>();

async function publish(text: string): Promise<void> {
  const name = /sequence: (\w+)/.exec(text)?.[1] ?? '';
  expect((await api.call('POST', '/api/sequences', text)).status).toBeLessThan(300);
  const { plan } = (await api.call('GET', `/api/sequences/${name}`)).body;
  const node = Object.values<{ id: string; kind: string }>(plan.nodes).find(({ kind }) => kind === 'split');
  ids.set(name, [...(ids.get(name) ?? []), node?.id ?? '']);
}

beforeAll(async () => {
  api = await openApi();
  // It stands still, so that the days of some end at the very moment of asking.
  vi.spyOn(api.clock, 'now').mockReturnValue(START + DAYS * DAY);
  await publish(textOf('crowd', OPTIMIZED));
  await api.db.query(
    `insert into enrollments (id, sequence, version, digest, senders, status, created_at)
     select 'enr_crowd', sequence, version, digest, '{}', 'queued', now() from sequence_versions where sequence = 'crowd'`,
  );
});
afterAll(() => api.close());

const rowsOf = async (name: string, campaign_id: string | null): Promise<readonly PlainRow[]> =>
  (await api.db.query<PlainRow>(PLAIN, [name, ids.get(name), campaign_id, [...SEND_CLASSES]])).rows;

/** Tells who of the campaign has left without being judged, as the rows say. */
async function leftOf(campaign_id: string, rows: readonly PlainRow[], isCounted: (row: PlainRow) => boolean) {
  const { rows: finished } = await api.db.query<{ id: string; at: Date }>(
    'select id, finished_at as at from enrollments where campaign_id = $1 and finished_at is not null',
    [campaign_id],
  );
  const left = new Map(finished.map(({ id, at }) => [id, at.getTime()]));
  const counted = rows.filter(isCounted);
  const asked = new Set(counted.map(({ enrollment_id }) => enrollment_id));
  const others = rows.filter(({ enrollment_id }) => !asked.has(enrollment_id));
  for (const { enrollment_id } of others) left.delete(enrollment_id);
  for (const { enrollment_id, entered_at } of others)
    left.set(enrollment_id, Math.max(entered_at, left.get(enrollment_id) ?? 0));
  for (const { enrollment_id, contacted_at } of counted) if (contacted_at !== null) left.delete(enrollment_id);
  return [...left.values()];
}

/** Comparisons of arms that more than a few were judged of: a campaign may have none. */
let compared = 0;

async function comparePlainly(name: string, campaign_id: string | null): Promise<void> {
  const query = new URLSearchParams({
    ...{ window_days: String(WINDOW), version: '1', first: 'replied' },
    ...(campaign_id === null ? {} : { campaign_id }),
  });
  const { status, body } = await api.call('GET', `/api/sequences/${name}/experiments?${query}`);
  expect(status).toBe(200);
  const [found] = body.splits;
  const rows = await rowsOf(name, campaign_id);
  const isCounted = ({ version, node }: PlainRow) =>
    found.versions.includes(version) && ids.get(name)?.[version - 1] === node;
  const counted = rows.filter(isCounted);
  expect(counted.length).toBeGreaterThan(PEOPLE / 10);
  expect(found.others).toBe(rows.length - counted.length);
  const isOptimized = found.optimized !== null;
  const left = campaign_id === null || isOptimized ? [] : await leftOf(campaign_id, rows, isCounted);
  const counts = [
    { at: START, people: PEOPLE },
    { at: START + 20 * DAY, people: 2 * PEOPLE },
  ];
  const plainly = judgePlainly({
    arms: found.arms.map(({ name: arm, weight }: Record<string, unknown>) => ({ name: arm, weight })),
    ...{ people: counted, window: WINDOW * DAY, now: START + DAYS * DAY, first: 'replied' },
    size: campaign_id === null || isOptimized ? null : { counts, left },
  });
  expect(found.arms).toEqual(plainly.arms);
  expect(found.size).toEqual(plainly.size);
  if (!isOptimized) expect(found.sample_ratio).toEqual(plainly.sample_ratio);
  const plain = [...plainly.comparisons, ...plainly.guards].map(({ more, risk: _, ...one }) => ({
    ...one,
    more,
    judged: { arm: one.judged.other, against: one.judged.first },
    rates: { arm: one.rates.other, against: one.rates.first },
  }));
  compared += plain.filter(({ judged }) => judged.arm > 10 && judged.against > 10).length;
  const said = [...found.comparisons, ...found.guards];
  expect(said.map(({ sentence: _, better, worse, ...one }) => ({ ...one, more: better ?? worse ?? null }))).toEqual(
    plain,
  );
  if (isOptimized) expect(found.sample_ratio).toEqual(await ratioPlainly(counted));
}

async function ratioPlainly(counted: readonly PlainRow[]) {
  const { rows } = await api.db.query<{ enrollment_id: string; shares: Record<string, number> }>(
    'select enrollment_id, shares from arm_choices order by at, enrollment_id',
  );
  const arms = new Map(counted.map(({ enrollment_id, arm }) => [enrollment_id, ['long', 'short'].indexOf(arm)]));
  const taken = rows.filter(({ enrollment_id }) => arms.has(enrollment_id));
  expect(taken.length).toBeGreaterThan(PEOPLE / 10);
  return checkRecordedShares(2, {
    arms: Int16Array.from(taken, ({ enrollment_id }) => arms.get(enrollment_id) ?? -1),
    shares: Float64Array.from(taken.flatMap(({ shares }) => [shares.long ?? 0, shares.short ?? 0])),
  });
}

async function addCampaign(name: string): Promise<string> {
  const id = `cmp_${name}`;
  await api.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at) values ($1, $2, $2, 1, '{}', $2, 'running', $3)`,
    [id, name, new Date(START)],
  );
  await api.db.query('insert into campaign_sizes (campaign_id, at, people) values ($1, $2, $3), ($1, $4, $5)', [
    ...[id, new Date(START), PEOPLE, new Date(START + 20 * DAY), 2 * PEOPLE],
  ]);
  return id;
}

const addManyLines = (node: string) =>
  api.db.query(
    `insert into timeline (enrollment_id, at, node, type, title, detail)
     select 'enr_crowd', now(), $1, 'branch', 'Takes arm long', '{"arm": "long"}' from generate_series(1, ${MANY})`,
    [node],
  );

describe.each(Array.from({ length: rounds(5) }, (_, n) => `history ${n}`))('the experiments of %s', (seed) => {
  const [weighed, optimized] = [`weighed${seed.at(-1)}`, `optimized${seed.at(-1)}`];
  let campaigns: readonly string[];
  beforeAll(async () => {
    await publish(textOf(weighed, WEIGHED));
    // The same question at another place, and another one.
    await publish(textOf(weighed, WEIGHED, '  - visit\n'));
    await publish(textOf(weighed, WEIGHED.replace('"Short"', '"Shorter"')));
    await publish(textOf(optimized, OPTIMIZED));
    campaigns = [await addCampaign(weighed), await addCampaign(optimized)];
    const [experiment] = (
      await api.db.query<{ id: string }>(
        `insert into experiments (sequence, node, metric, arms) values ($1, $2, 'replied', array['long', 'short']) returning id`,
        [optimized, ids.get(optimized)?.[0]],
      )
    ).rows;
    await drawHistories(api.db, createRandom(`weighed ${seed}`), {
      ...{ sequence: weighed, people: 3 * PEOPLE, versions: [1, 2, 3], nodes: ids.get(weighed) ?? [] },
      ...{ arms: ['long', 'short', 'none'], campaign_id: campaigns[0] ?? '', experiment_id: null },
    });
    await drawHistories(api.db, createRandom(`optimized ${seed}`), {
      ...{ sequence: optimized, people: PEOPLE, versions: [1], nodes: ids.get(optimized) ?? [] },
      ...{ arms: ['long', 'short'], campaign_id: campaigns[1] ?? '', experiment_id: experiment?.id ?? null },
    });
  });

  it.each([...['looked at one by one', 'joined as a set', 'joined as two halves']])(
    'are what each person says by themselves: %s',
    async (how) => {
      if (how === 'joined as two halves') {
        await api.db.query('analyze timeline');
        const { rows } = await api.db.query<{ bounds: string[] }>(
          `select histogram_bounds::text::text[] as bounds from pg_stats where tablename = 'timeline' and attname = 'enrollment_id'`,
        );
        expect(rows[0]?.bounds.length).toBeGreaterThan(10);
      }
      if (how === 'joined as a set')
        for (const node of new Set([...(ids.get(weighed) ?? []), ...(ids.get(optimized) ?? [])]))
          await addManyLines(node);
      for (const name of [weighed, optimized])
        for (const campaign_id of [null, `cmp_${name}`]) await comparePlainly(name, campaign_id);
    },
  );
});

it('compare arms of which many are judged, too', () => {
  expect(compared).toBeGreaterThan(20);
});
