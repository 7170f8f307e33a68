import { isCall } from '../../../language/plan/node-traits.ts';
import type { ChannelName } from '../../../language/plan/plan.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { localMillis } from '../../calendar/zone-offsets.ts';
import type { Counts, Simulation, SimulationInput } from '../simulation.ts';
import type { Span } from '../span.ts';
import type { EnrollmentRun, Run } from '../walk/walk-input.ts';
import { accountsOf, saturatedOf } from './accounts.ts';
import { armsOf } from './arms.ts';
import { dayText, localTime } from './dates.ts';
import { fullDomainsOf } from './full-domains.ts';
import { funnelOf } from './funnel.ts';
import { mostFrequentFirst } from './most-frequent-first.ts';
import type { Simulated } from './simulated.ts';

/** Summarizes a run in the words of the report. */
export function summarize(simulated: Simulated): Simulation {
  const { input, span, pools, run } = simulated;
  const { plans } = input;
  const by_account = accountsOf(simulated);
  const last = lastOf(run);
  const active = last.filter(({ outcome }) => outcome === null);
  const daily = byDay(simulated);
  return {
    sequences: plans.map(({ sequence }) => sequence),
    leads: last.length,
    days: span.days,
    seed: String(input.seed),
    start: dayText(dayOf(span.start, span)),
    end: dayText(dayOf(span.end - 1, span)),
    zone: span.zone,
    outcomes: mostFrequentFirst(counted(last.map(({ outcome }) => outcome ?? 'active'))),
    replied: new Set(run.enrollments.flatMap(({ replied, lead_id }) => (replied ? [lead_id] : []))).size,
    actions: total(daily.map(({ actions }) => actions)),
    by_day: daily,
    credits: daily.reduce((sum, { credits }) => sum + credits, 0),
    credits_ended_at: run.credits_ended_at === null ? null : localTime(run.credits_ended_at, span.zone),
    finished_at: active.length > 0 ? null : localTime(lastEnd(last), span.zone),
    finished: last.length - active.length,
    waiting: mostFrequentFirst(counted(active.map(({ waiting }) => waiting?.kind ?? 'time'))),
    assumed: Object.fromEntries(Object.entries(pools.assumed).map(([channel, { name }]) => [channel, name])),
    binding: null,
    saturated: saturatedOf(by_account),
    saturated_domains: fullDomainsOf(simulated),
    by_account,
    funnel: plans.flatMap((plan) => funnelOf(plan, run)),
    splits: plans.flatMap((plan) => armsOf(plan, run)),
    what_if: null,
    ranges: null,
  };
}

/** The channel whose account was at a cap for longest; null: none ever was. */
export function busiestChannel({ saturated, by_account }: Simulation): ChannelName | null {
  const days = new Map<ChannelName, number>();
  for (const { account, from, to } of saturated) {
    const channel = by_account.find((one) => one.account === account)?.channel;
    if (channel === undefined) continue;
    days.set(channel, (days.get(channel) ?? 0) + (Date.parse(to) - Date.parse(from)) / DAY + 1);
  }
  const [busiest] = [...days].sort((a, b) => b[1] - a[1]);
  return busiest?.[0] ?? null;
}

/** The last enrollment of every lead: a `run` goes on in another one. */
function lastOf({ enrollments }: Run): readonly EnrollmentRun[] {
  return enrollments.filter(({ continued_as }) => continued_as === null);
}

const lastEnd = (enrollments: readonly EnrollmentRun[]): number =>
  enrollments.reduce((latest, { finished_at }) => Math.max(latest, finished_at ?? 0), 0);

const dayOf = (at: number, { zone }: Span): number => Math.floor(localMillis(at, zone) / DAY);

/** One entry for each day, also for those on which nothing happens. */
function byDay({ input, span, run }: Simulated): Simulation['by_day'] {
  const first = dayOf(span.start, span);
  const kinds = kindsOf(input);
  const days = Array.from({ length: span.days }, (_, index) => ({
    date: dayText(first + index),
    actions: Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<string, number>,
    credits: 0,
    finished: 0,
  }));
  for (const { timeline } of run.enrollments) {
    for (const { at, kind, sender } of timeline) {
      const day = sender === undefined ? undefined : days[dayOf(at, span) - first];
      if (day) day.actions[kind] = (day.actions[kind] ?? 0) + 1;
    }
  }
  for (const { at, credits } of run.charges) {
    const day = days[dayOf(at, span) - first];
    if (day) day.credits += credits;
  }
  for (const { finished_at } of lastOf(run)) {
    const day = finished_at === null ? undefined : days[dayOf(finished_at, span) - first];
    if (day) day.finished += 1;
  }
  let before = 0;
  for (const day of days) {
    day.finished += before;
    before = day.finished;
  }
  return days;
}

/** The kinds of calls that the sequences make, in the order in which they first come. */
function kindsOf({ plans, others = [] }: SimulationInput): string[] {
  const nodes = [...plans, ...others].flatMap((plan) => Object.values(plan.nodes));
  return [...new Set(nodes.filter(isCall).map(({ kind }) => kind))].sort();
}

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function total(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
