import type { Plan } from '../../language/plan/plan.ts';
import { neededTiers, type Tiers } from './accounts/needed-tiers.ts';
import { createPools, type Pools } from './accounts/simulated-accounts.ts';
import { createDrawnAnswers, drawConnected } from './people/drawn-answers.ts';
import { DEFAULT_RATES } from './people/rates.ts';
import { simulatedLeads } from './people/simulated-leads.ts';
import { asPart, finish, type Progressing } from './pieces.ts';
import type { Ranges, Simulation, SimulationInput, WhatIf } from './simulation.ts';
import { type Span, spanOf } from './span.ts';
import { describeLimit } from './summary/describe-limit.ts';
import { rangesOf } from './summary/ranges.ts';
import { busiestChannel, summarize } from './summary/summarize.ts';
import { type TightLimit, tightestLimit } from './summary/tightest-limit.ts';
import { walkInPieces } from './walk/walk-all.ts';
import type { Run, SimulatedEnrollment } from './walk/walk-input.ts';

/**
 * Simulates what a campaign will do: the engine and the calendar in virtual time, with leads that behave at the given rates.
 * The result is a function of its input; the order of plans' leads does not matter.
 */
export function simulate(input: SimulationInput): Simulation {
  return finish(simulateInPieces(input));
}

/** The same piece by piece, for a page that shows how far it is. */
export function* simulateInPieces(input: SimulationInput): Progressing<Simulation> {
  const span = spanOf(input);
  const tiers = neededTiers(input.plans, input.profiles ?? []);
  const pools = createPools(input.plans, input.accounts ?? [], span.zone, { tiers });
  const another = input.what_if === false ? 0 : 1;
  const walks = 1 + another + Math.max(0, (input.runs ?? 1) - 1);
  const run = yield* asPart(runSpan(input, span, pools), 0, walks);
  yield 1 / walks;
  const simulated = { input, span, pools, run };
  const simulation = summarize(simulated);
  const limit = tightestLimit(simulated, simulation);
  const what_if = another === 0 ? null : yield* asPart(oneMoreAccount(input, span, tiers, simulation, limit), 1, walks);
  const ranges = yield* drawnAgain(input, span, tiers, simulation, { before: 1 + another, walks });
  return { ...simulation, binding: limit && describeLimit(limit, simulation, what_if), what_if, ranges };
}

/** Null: once is enough. */
function* drawnAgain(
  input: SimulationInput,
  span: Span,
  tiers: Tiers,
  first: Simulation,
  { before, walks }: { readonly before: number; readonly walks: number },
): Progressing<Ranges | null> {
  const { runs = 1 } = input;
  if (runs <= 1) return null;
  const all = [first];
  for (let n = 2; n <= runs; n++) {
    const again = { ...input, seed: `${input.seed} ${n}` };
    const pools = createPools(input.plans, input.accounts ?? [], span.zone, { tiers });
    const part = before + n - 2;
    all.push(summarize({ input: again, span, pools, run: yield* asPart(runSpan(again, span, pools), part, walks) }));
    yield (part + 1) / walks;
  }
  return rangesOf(all);
}

/** Nothing is gained where no cap was ever reached. */
function* oneMoreAccount(
  input: SimulationInput,
  span: Span,
  tiers: Tiers,
  simulation: Simulation,
  limit: TightLimit | null,
): Progressing<WhatIf | null> {
  const channel = limit?.channel ?? busiestChannel(simulation);
  if (channel === null) return null;
  const pools = createPools(input.plans, input.accounts ?? [], span.zone, { tiers, extra: { [channel]: 1 } });
  const run = yield* runSpan(input, span, pools);
  const { finished_at, finished, by_day } = summarize({ input, span, pools, run });
  return { channel, finished_at, finished, finished_by_day: by_day.map((day) => day.finished) };
}

function runSpan(input: SimulationInput, span: Span, pools: Pools): Progressing<Run> {
  const { plans, rates = DEFAULT_RATES, credits = null, others = [] } = input;
  const seed = String(input.seed);
  const { people = [] } = input;
  const soFar = new Map(people.flatMap(({ id, so_far }) => (so_far === null ? [] : [[id, so_far] as const])));
  const ids = people.map(({ id }) => id);
  const enroll = (plan: Plan): SimulatedEnrollment[] =>
    simulatedLeads(plan, input.leads, ids).map(({ id, fields, vars }) => ({
      ...{ id, vars, plan, lead: fields, starts_at: span.start },
      senders: pools.sendersOf(plan, id),
      connected: drawConnected(seed, rates, id),
    }));
  return walkInPieces({
    enrollments: plans.flatMap(enroll),
    accounts: pools.accounts,
    answers: createDrawnAnswers(seed, rates, soFar),
    until: span.end - 1,
    plans: new Map([...others, ...plans].map((plan) => [plan.sequence, plan])),
    credits,
  });
}
