import { readFileSync } from 'node:fs';
import { advance } from '../../src/core/engine/advance.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import type { PerformRequest, PerformResult } from '../../src/core/engine/perform.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { Simulation } from '../../src/core/simulate/simulation.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import type { Ratio } from './ratio.ts';

const ROUNDS = 5;
const LEADS = 10_000;
const DAYS = 90;
const ACCOUNTS = [1, 5, 25];
const CHANNELS = ['professional', 'email'] as const;
const SEQUENCE = new URL('../../sequences/backend-engineers.yaml', import.meta.url);

/**
 * Steps per second of a whole simulation (calendars, answers, summary), and of the engine alone, which walks as many steps
 * of the same sequence one lead after the other. With more accounts the same leads come further in the same days.
 */
export async function benchSimulate(report: (line: string) => void): Promise<Ratio[]> {
  const compiled = compileSequence(readFileSync(SEQUENCE, 'utf8'));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  const { plan } = compiled;
  return ACCOUNTS.map((count) => {
    const accounts = CHANNELS.flatMap((channel) =>
      Array.from({ length: count }, (_, index) => ({ id: `${channel}-${index + 1}`, channel })),
    );
    const run = () => simulate({ plans: [plan], leads: LEADS, days: DAYS, seed: 1, accounts, what_if: false });
    const steps = stepsOf(run());
    walkBare(plan, steps);
    const seconds: number[] = [];
    const baseline: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      seconds.push(secondsOf(run));
      baseline.push(steps / secondsOf(() => walkBare(plan, steps)));
    }
    const label = `${count} ${count === 1 ? 'account' : 'accounts'} of each channel`;
    const each = seconds.map((time) => time.toFixed(2)).join(' ');
    report(`${LEADS} leads, ${DAYS} days, ${label}: ${steps} steps in ${each} s`);
    return { unit: `steps/s with ${label}`, ours: seconds.map((time) => steps / time), baseline, aim: 0.05 };
  });
}

function stepsOf({ funnel }: Simulation): number {
  return funnel.reduce((sum, step) => sum + step.in, 0);
}

function secondsOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
}

/** Everything succeeds at once, nobody answers. */
function walkBare(plan: Plan, steps: number): void {
  for (let walked = 0, lead = 0; walked < steps; lead++) {
    let at = 0;
    let { state, command } = advance(plan, initialState(plan, `enr_${lead}`), { type: 'start', at });
    while (command.do !== 'finish' && walked < steps) {
      if (command.do === 'perform') {
        const { request } = command;
        walked += 1;
        ({ state, command } = advance(plan, state, {
          type: 'performed',
          at,
          result: resultOf(plan, request),
          request,
        }));
        continue;
      }
      if (command.until === null) break;
      at = Math.max(at, command.until);
      walked += 1;
      ({ state, command } = advance(plan, state, { type: 'time', at }));
    }
  }
}

function resultOf(plan: Plan, { node }: PerformRequest): PerformResult {
  return plan.nodes[node]?.kind === 'if' ? { status: 'branch', to: 'else' } : { status: 'done' };
}
