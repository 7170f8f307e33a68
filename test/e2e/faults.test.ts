import { describe, expect, it } from 'vitest';
import { runScenario } from '../faults/run-scenario.ts';
import { SCENARIOS } from '../faults/scenarios/index.ts';
import { findToxiproxy } from '../faults/system/find-toxiproxy.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const toxiproxy = await findToxiproxy(say);
const A_DAY_IN_5_S = 17_280;
/** The same in every run, so that one that fails can be had again. The long run draws its own. */
const seed = Number(process.env.FAULTS_SEED ?? 21);

// The long run, with all scenarios, many more rounds and leads: npm run test:faults
describe.skipIf(toxiproxy === null)(`the whole system under faults, seed ${seed}`, () => {
  it.each(SCENARIOS.filter(({ short }) => short).map(({ name, about }) => [about, name] as const))(
    'holds its invariants: %s',
    async (_, name) => {
      const scenario = SCENARIOS.find((each) => each.name === name);
      const result =
        scenario &&
        (await runScenario(scenario, {
          seed,
          toxiproxy: toxiproxy ?? '',
          say,
          leads: 10,
          rounds: 4,
          speed: A_DAY_IN_5_S,
        }));
      expect(result?.broke).toBeUndefined();
      expect(result?.findings.length).toBeGreaterThanOrEqual(11);
      const failed = result?.findings.filter(({ ok }) => !ok).map(({ id, exceptions }) => ({ id, exceptions }));
      expect(failed, `seed ${seed}, kept in ${result?.home}`).toEqual([]);
    },
  );
});
