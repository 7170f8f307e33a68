import type { ChannelName, Plan } from '../../../language/plan/plan.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { createRandom } from '../people/random.ts';
import type { Rates } from '../people/rates.ts';
import { simulate } from '../simulate.ts';
import type { Simulation, SimulationInput } from '../simulation.ts';
import { endInterval } from './end-interval.ts';
import { type ObservedRates, PRIOR, ratesOf, shrunk } from './observed-rates.ts';

export interface ForecastInput
  extends Pick<SimulationInput, 'accounts' | 'profiles' | 'others' | 'people'>,
    Required<Pick<SimulationInput, 'seed'>> {
  readonly plan: Plan;
  /** All people of the campaign. */
  readonly leads: number;
  /** The people among these whose enrollment has ended by now. */
  readonly finished: number;
  /** A local day or time of the schedule, as `SimulationInput.start`. */
  readonly start: string;
  /** Whole days from then until now. */
  readonly days_gone: number;
  readonly observed: ObservedRates;
}

export interface CampaignForecast {
  /** Local days. `low` and `high`: it ends between them in four cases of five. Null: not within the year that is looked at. */
  readonly end: { readonly low: string | null; readonly median: string | null; readonly high: string | null };
  readonly runs: number;
  /** The limit that it feels most, as a sentence; null: no limit changes anything. */
  readonly binding: string | null;
  /** The end with one more account of that channel; null: it would not be sooner. */
  readonly one_more_account: {
    readonly channel: ChannelName;
    readonly end: string;
    readonly days_sooner: number;
  } | null;
  readonly ten_more_invites: { readonly end: string; readonly days_sooner: number } | null;
  /** The rates that were taken: what was seen, drawn towards the usual ones while little is known. */
  readonly rates: Readonly<Record<string, { readonly rate: number; readonly of: number; readonly did: number }>>;
}

const DAYS = 366;
const RUNS = 20;
/** People that are simulated in all: a large campaign is drawn less often, and varies less. */
const PEOPLE = 30_000;
/** Fewer have no interval that holds four times of five: of ten campaigns that are alike, one ends before all others and one after them. */
const LEAST_RUNS = 9;

/**
 * When a campaign ends, from its beginning: whom it has contacted by now does what they did, and the others what its rates and delays say. So those who
 * are inside stand where they are. Where it is ahead of the simulated one or behind it, the rest of it moves by as many days. A function of its input.
 */
export function forecastCampaign(input: ForecastInput): CampaignForecast {
  const count = Math.max(LEAST_RUNS, Math.min(RUNS, Math.floor(PEOPLE / Math.max(1, input.leads))));
  const ends: (number | null)[] = [];
  const courses = new Set<string>();
  for (let run = 1; run <= count; run++) {
    const rates = ratesOf(input.observed, createRandom(`${input.seed} rates ${run}`));
    const simulation = runOnce(input, rates, run);
    ends.push(endOf(input, simulation));
    courses.add(courseOf(simulation));
  }
  const rates = ratesOf(input.observed, null);
  const usual = runOnce(input, rates, 0, true);
  const base = endOf(input, usual);
  const sooner = (end: number | null) =>
    end === null || (base !== null && end >= base)
      ? null
      : { end: dayOf(input, end), days_sooner: (base ?? DAYS) - end };
  const { what_if } = usual;
  const another = what_if && sooner(endOf(input, { ...usual, finished_at: what_if.finished_at, days: usual.days }));
  const wider = withMoreInvites(input.plan);
  const ten = wider === null ? null : sooner(endOf(input, runOnce({ ...input, plan: wider }, rates, 0)));
  const { low, median, high } = endInterval(ends, courses.size > 1);
  const day = (end: number | null) => (end === null ? null : dayOf(input, end));
  return {
    end: { low: day(low), median: day(median), high: day(high) },
    runs: count,
    binding: usual.binding?.text ?? null,
    one_more_account: another && what_if && { channel: what_if.channel, ...another },
    ten_more_invites: ten,
    rates: Object.fromEntries(
      Object.entries(input.observed).map(([name, { of, did }]) => [name, { rate: shrunk(name, { of, did }), of, did }]),
    ),
  };
}

/** The course of a campaign, day by day: where two are the same in this, nothing is left that is random. */
const courseOf = ({ outcomes, by_day }: Simulation): string =>
  JSON.stringify([outcomes, by_day.map(({ actions, finished }) => [actions, finished])]);

function runOnce(input: ForecastInput, rates: Rates, run: number, what_if = false): Simulation {
  const { plan, leads, start, accounts, profiles, others, people, seed } = input;
  return simulate({
    ...{ plans: [plan], leads, days: DAYS, start, rates, what_if, seed: `${seed} ${run}` },
    ...(accounts === undefined ? {} : { accounts }),
    ...(profiles === undefined ? {} : { profiles }),
    ...(others === undefined ? {} : { others }),
    ...(people === undefined ? {} : { people }),
  });
}

/** Days from the start to the end, moved by how far the campaign is ahead or behind; null: it does not end. Never before now. */
function endOf(input: ForecastInput, simulation: Simulation): number | null {
  const { finished_at, by_day } = simulation;
  if (finished_at === null) return null;
  const end = daysSince(input.start, finished_at);
  const { finished, days_gone } = input;
  // Of few nobody can tell how far it is.
  if (finished < PRIOR || finished >= input.leads) return Math.max(days_gone, end);
  const [yesterday, today] = [by_day[days_gone - 1]?.finished ?? 0, by_day[days_gone]?.finished ?? 0];
  if (yesterday <= finished && finished <= today) return Math.max(days_gone, end);
  const reached = by_day.findIndex((day) => day.finished >= finished);
  return reached === -1 ? end : Math.max(days_gone, end + days_gone - reached);
}

const daysSince = (start: string, day: string): number =>
  Math.round((Date.parse(day.slice(0, 10)) - Date.parse(start.slice(0, 10))) / DAY);

const dayOf = ({ start }: ForecastInput, days: number): string =>
  new Date(Date.parse(start.slice(0, 10)) + days * DAY).toISOString().slice(0, 10);

/** Null: it invites nobody, or nothing limits its invitations. */
function withMoreInvites(plan: Plan): Plan | null {
  const caps = plan.limits.invite;
  if (caps === undefined || caps.length === 0) return null;
  const more = { day: 10, week: 50 } as const;
  const invite = caps.map((cap) => ({ ...cap, count: cap.count + (cap.per === 'week' ? more.week : more.day) }));
  return { ...plan, limits: { ...plan.limits, invite } };
}
