import { describe, expect, it } from 'vitest';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { findToxiproxy } from './system/find-toxiproxy.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const toxiproxy = await findToxiproxy(say);
const A_DAY_IN_5_S = 17_280;
/** The same in every run, so that one that fails can be had again. The long run draws its own. */
const seed = Number(process.env.FAULTS_SEED ?? 21);

/** A test of each of these scenarios, with few people. The long run, with all of them, many more rounds and leads: `npm run test:faults`. */
export function holdsInvariants(scenarios: readonly Scenario[]): void {
  describe.skipIf(toxiproxy === null)(`the whole system under faults, seed ${seed}`, () => {
    it.each(scenarios.map((scenario) => [scenario.about, scenario] as const))(
      'holds its invariants: %s',
      async (_, scenario) => {
        const few = { leads: 10, rounds: 4, speed: A_DAY_IN_5_S };
        const result = await runScenario(scenario, { seed, toxiproxy: toxiproxy ?? '', say, ...few });
        expect(result?.broke).toBeUndefined();
        expect(result?.findings.length).toBeGreaterThanOrEqual(11);
        const failed = result?.findings.filter(({ ok }) => !ok).map(({ id, exceptions }) => ({ id, exceptions }));
        expect(failed, `seed ${seed}, kept in ${result?.home}`).toEqual([]);
      },
    );
  });
}
