import type { CountedResults, ResultCounts } from '../../../src/runtime/store/results/counted-results.ts';
import type { ResultsAsked } from '../../../src/runtime/store/results/result-filter.ts';
import { compareTexts } from '../../../src/shared/kit/compare-texts.ts';
import { groupBy } from '../../../src/shared/kit/group-by.ts';
import type { Database } from '../../../src/shared/postgres/database.ts';

/** Somebody with all that is known of them; times are epoch microseconds. */
interface Person {
  readonly id: string;
  readonly sequence: string;
  readonly status: string;
  readonly started: boolean;
  readonly node: string | null;
  readonly outcome: string | null;
  readonly label: string | null;
  readonly positive: boolean;
  readonly accepted_at: number | null;
  readonly replied_at: number | null;
  readonly company: string | null;
  readonly size: string | null;
}

interface Call {
  readonly enrollment_id: string;
  readonly node: string;
  readonly account_id: string;
  readonly limit_class: string | null;
  readonly state: string;
  readonly refused: boolean;
  readonly credits: number;
  readonly at: number;
}

const time = (column: string) => `(extract(epoch from ${column}) * 1e6)::float8`;
const MINUTE = 60_000_000;
const SENDS = ['invite', 'message', 'inmail', 'email'];

/** Counts the results of a campaign by looking at one person after the other, each number by itself. */
export async function countPlainly(
  db: Database,
  { campaign_id, by, window_days, now }: ResultsAsked,
): Promise<CountedResults> {
  const { rows: people } = await db.query<Person & Record<string, unknown>>(
    `select e.id, e.sequence, e.status, e.started_at is not null as started, e.node, e.outcome, e.label, exists (select from labels b where b.name = e.label and b.positive) as positive,
            ${time('e.accepted_at')} as accepted_at, ${time('e.replied_at')} as replied_at, l.company, coalesce(e.vars ->> 'size', l.vars ->> 'size') as size
       from enrollments e left join leads l on l.id = e.lead_id where e.campaign_id = $1`,
    [campaign_id],
  );
  const { rows: calls } = await db.query<Call & Record<string, unknown>>(
    `select enrollment_id, node, account_id, limit_class, state, coalesce(response ? 'refused', false) as refused, credits, ${time('created_at')} as at from intents`,
  );
  const callsOf = groupBy(calls, ({ enrollment_id }) => enrollment_id);
  const walks = people.map((person) => walkOf(person, person.started ? (callsOf.get(person.id) ?? []) : []));
  const until = now.getTime() * 1000 - window_days * 24 * 60 * MINUTE;
  const count = (those: readonly Walk[]): ResultCounts => {
    const of = (is: (walk: Walk) => boolean) => those.filter(is).length;
    const isJudged = ({ contacted_at }: Walk) => contacted_at !== null && contacted_at <= until;
    const inTime = ({ contacted_at, replied_at }: Walk) =>
      replied_at !== null &&
      contacted_at !== null &&
      replied_at >= contacted_at &&
      replied_at <= contacted_at + window_days * 24 * 60 * MINUTE;
    return {
      ...{
        enrolled: those.length,
        contacted: of(({ contacted_at }) => contacted_at !== null),
        accepted: of(({ accepted_at }) => accepted_at !== null),
      },
      ...{
        replied: of(({ replied_at }) => replied_at !== null),
        positive: of(({ positive, replied_at }) => positive && replied_at !== null),
      },
      ...{
        finished: of(({ status }) => status === 'finished'),
        judged: of(isJudged),
        judged_replied: of((walk) => isJudged(walk) && inTime(walk)),
      },
      credits: sum(those.flatMap(({ steps }) => steps.map(({ credits }) => credits))),
      inmails: sum(those.flatMap(({ steps }) => steps.map((step) => (step.limit_class === 'inmail' ? step.calls : 0)))),
    };
  };
  const groupOf = (walk: Walk): string | null => {
    if (by.kind === 'week') return weekOf(walk.contacted_at);
    if (by.kind === 'sender') return walk.sender;
    const given = by.kind === 'field' ? walk.company : 'name' in by && by.name === 'size' ? walk.size : null;
    return given === '' ? null : given;
  };
  return {
    total: count(walks),
    outcomes: tally(walks.flatMap(({ outcome }) => outcome ?? [])),
    labels: tally(walks.flatMap(({ label }) => label ?? [])),
    steps: countSteps(walks),
    times: countTimes(walks),
    groups: [...groupBy(walks, groupOf)]
      .map(([group, those]) => ({ group, ...count(those) }))
      .sort((one, other) => other.enrolled - one.enrolled || compareNames(one.group, other.group)),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const compareNames = (one: string | null, other: string | null) =>
  Number(one === null) - Number(other === null) || compareTexts(one ?? '', other ?? '');

function tally(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...groupBy(names, (name) => name)].map(([name, those]) => [name, those.length]));
}

function weekOf(at: number | null): string | null {
  if (at === null) return null;
  const day = new Date(at / 1000);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

type Walk = ReturnType<typeof walkOf>;

function walkOf(person: Person, calls: readonly Call[]) {
  const steps = [...groupBy(calls, ({ node }) => node)]
    .map(([node, visits]) => stepOf(node, visits))
    .sort((one, other) => (one.at ?? 0) - (other.at ?? 0) || compareTexts(one.node, other.node));
  const reached = steps.filter(({ result, limit_class }) => result === 'done' && SENDS.includes(limit_class ?? ''));
  const [first] = reached;
  const { replied_at, accepted_at } = person;
  const answered =
    reached.filter(({ at }) => replied_at !== null && at !== null && at <= replied_at).at(-1)?.node ?? null;
  const moments = [
    ...steps.flatMap(({ node, at }) => (at === null ? [] : [{ what: node, at }])),
    ...(accepted_at === null ? [] : [{ what: 'accepted', at: accepted_at }]),
    ...(replied_at === null ? [] : [{ what: 'replied', at: replied_at }]),
  ].sort((one, other) => one.at - other.at || compareTexts(one.what, other.what));
  return { ...person, steps, moments, answered, contacted_at: first?.at ?? null, sender: first?.account ?? null };
}

function stepOf(node: string, visits: readonly Call[]) {
  const done = visits.filter(({ state }) => state === 'done');
  const is = (...states: readonly string[]) => visits.some(({ state }) => states.includes(state));
  const result = done.length > 0 ? 'done' : is('sent', 'unknown') ? 'in_doubt' : is('refused') ? 'refused' : 'not_done';
  const least = (texts: readonly string[]): string | null => texts.toSorted(compareTexts)[0] ?? null;
  return {
    ...{ node, result, at: done.length > 0 ? Math.min(...done.map(({ at }) => at)) : null },
    ...{
      limit_class: least(visits.flatMap(({ limit_class }) => limit_class ?? [])),
      account: least(visits.map(({ account_id }) => account_id)),
    },
    ...{ calls: done.filter(({ refused }) => !refused).length, credits: sum(visits.map(({ credits }) => credits)) },
  } as const;
}

function countSteps(walks: readonly Walk[]): CountedResults['steps'] {
  const names = new Set(
    walks.flatMap(({ sequence, node, status, steps }) => [
      ...(node === null || status === 'finished' ? [] : [`${sequence} ${node}`]),
      ...steps.map((step) => `${sequence} ${step.node}`),
    ]),
  );
  return [...names].sort(compareTexts).map((name) => {
    const [sequence = '', node = ''] = name.split(' ');
    const those = walks.filter((walk) => walk.sequence === sequence);
    const taken = those.flatMap((walk) =>
      walk.steps.filter((step) => step.node === node).map((step) => ({ ...step, accepted: walk.accepted_at !== null })),
    );
    const of = (result: string) => taken.filter((step) => step.result === result).length;
    return {
      ...{
        sequence,
        node,
        reached: taken.length,
        done: of('done'),
        in_doubt: of('in_doubt'),
        refused: of('refused'),
        not_done: of('not_done'),
      },
      standing: those.filter((walk) => walk.node === node && walk.status !== 'finished').length,
      accepted: taken.filter(
        ({ result, limit_class, accepted }) => accepted && result === 'done' && limit_class === 'invite',
      ).length,
      answered: those.filter((walk) => walk.answered === node).length,
      ...{ calls: sum(taken.map(({ calls }) => calls)), credits: sum(taken.map(({ credits }) => credits)) },
    };
  });
}

function countTimes(walks: readonly Walk[]): CountedResults['times'] {
  const gaps = walks.flatMap(({ sequence, moments }) =>
    moments.slice(1).map(({ what, at }, n) => ({
      key: `${sequence} ${moments[n]?.what} ${what}`,
      hours: (at - (moments[n]?.at ?? 0)) / (60 * MINUTE),
    })),
  );
  return [...groupBy(gaps, ({ key }) => key)]
    .map(([key, those]) => {
      const [sequence = '', from = '', to = ''] = key.split(' ');
      const sorted = those.map(({ hours }) => hours).sort((one, other) => one - other);
      const quarter = (share: number) => {
        const place = (sorted.length - 1) * share;
        const [low = 0, high = low] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
        return low + (high - low) * (place % 1);
      };
      return {
        sequence,
        from,
        to,
        people: sorted.length,
        hours: [quarter(0.25), quarter(0.5), quarter(0.75)] as const,
      };
    })
    .sort(
      (one, other) =>
        other.people - one.people ||
        compareTexts(one.sequence, other.sequence) ||
        compareTexts(one.from, other.from) ||
        compareTexts(one.to, other.to),
    );
}
