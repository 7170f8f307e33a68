import { limitClassOf } from '../../../language/plan/node-traits.ts';
import type { ChannelName, LimitClass, Plan } from '../../../language/plan/plan.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { lowestCap } from '../../calendar/caps.ts';
import type { BindingLimit, Simulation, SimulationInput } from '../simulation.ts';
import type { Run, WithoutInMail } from '../walk/walk-input.ts';
import { insteadOf } from './instead-of.ts';
import type { Simulated } from './simulated.ts';

/** The limit that is felt most, before it is known what another account would change. */
export interface TightLimit extends Omit<BindingLimit, 'text'> {
  readonly channel: ChannelName;
  /** How many accounts have it. */
  readonly accounts: number;
  /** With `instead`: what the people do. */
  readonly instead: string | null;
  /** With `reached`: the first and the last day. */
  readonly from: string | null;
  readonly to: string | null;
  /** With `reached`: days for which somebody who was under way already has waited for a slot; 0: nobody for a whole day. */
  readonly days_in_line: number;
}

/** Missing InMails come first: without them people go another way, and no next day brings any. */
export function tightestLimit(simulated: Simulated, simulation: Simulation): TightLimit | null {
  return inMailLimit(simulated, 'held') ?? inMailLimit(simulated, 'instead') ?? fullestClass(simulated, simulation);
}

function inMailLimit({ input, pools, run }: Simulated, way: WithoutInMail['way']): TightLimit | null {
  const people = new Set<string>();
  const instead = new Set<string>();
  for (const { without_inmail: without, lead_id, sequence } of run.enrollments) {
    if (without?.way !== way) continue;
    people.add(lead_id);
    const plan = [...input.plans, ...(input.others ?? [])].find((one) => one.sequence === sequence);
    if (plan) instead.add(insteadOf(plan, without.node));
  }
  if (people.size === 0) return null;
  const seats = pools.accounts.filter(({ channel, premium }) => channel === 'professional' && premium !== false);
  const [seat] = seats;
  const monthly = seat?.profile?.inmails_per_month;
  const [only] = instead;
  return {
    ...{ channel: 'professional', limit: 'inmail', effect: way, people: people.size, accounts: seats.length },
    caps: monthly === undefined || monthly === 0 ? [] : [{ count: monthly, per: 'month' }],
    instead: way === 'held' ? null : instead.size === 1 && only !== undefined ? only : 'another way',
    ...{ from: null, to: null, days_in_line: 0 },
  };
}

/** Finds the class that was at its cap for longest, among all classes of all accounts. */
function fullestClass({ input, pools, run }: Simulated, { saturated }: Simulation): TightLimit | null {
  const length = ({ from, to }: Simulation['saturated'][number]): number => (Date.parse(to) - Date.parse(from)) / DAY;
  const [longest] = [...saturated].sort((a, b) => length(b) - length(a));
  const account = pools.accounts.find(({ id }) => id === longest?.account);
  if (!longest || !account) return null;
  const same = saturated.filter((one) => one.class === longest.class);
  const { channel } = account;
  return {
    ...{ channel, limit: longest.class, effect: 'reached', people: null, instead: null },
    accounts: new Set(same.map((one) => one.account)).size,
    caps: (['day', 'week'] as const).flatMap((per) => {
      const count = lowest(input.plans, longest.class, (plan) => lowestCap({ plan, account }, longest.class, per));
      return Number.isFinite(count) ? [{ count, per }] : [];
    }),
    from: longest.from,
    to: longest.to,
    days_in_line: daysInLine(input, run, longest.class),
  };
}

/** Before the first step nobody waits for anything: they have not begun. */
function daysInLine({ plans, others = [] }: SimulationInput, run: Run, limit: LimitClass): number {
  const nodes = new Map([...plans, ...others].map((plan) => [plan.sequence, plan.nodes]));
  let longest = 0;
  for (const { sequence, timeline } of run.enrollments) {
    const begun = timeline.findIndex(({ sender }) => sender !== undefined);
    for (const { node, queued = 0 } of begun === -1 ? [] : timeline.slice(begun + 1)) {
      const step = nodes.get(sequence)?.[node];
      if (queued > longest && step !== undefined && limitClassOf(step) === limit) longest = queued;
    }
  }
  return Math.floor(longest / DAY);
}

/** Each sequence has credits of its own; all other limits are shared. */
function lowest(plans: readonly Plan[], limit: LimitClass, capOf: (plan: Plan) => number): number {
  const caps = plans.map(capOf);
  return limit === 'credits' ? caps.reduce((sum, cap) => sum + cap, 0) : Math.min(...caps);
}
