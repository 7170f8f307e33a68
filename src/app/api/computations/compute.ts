import { type JudgedSplit, judgeSplit, type SplitQuestion } from '../../../core/experiments/judge-split.ts';
import {
  type CampaignForecast,
  type ForecastInput,
  forecastCampaign,
} from '../../../core/simulate/forecast/forecast-campaign.ts';
import {
  type FoundSequence,
  runTestFile,
  type TestOutcome,
} from '../../../core/simulate/sequence-tests/run-test-file.ts';
import { type ShownStep, showExpected, showGot } from '../../../core/simulate/sequence-tests/show-test.ts';
import type { TestCode } from '../../../core/simulate/sequence-tests/test-codes.ts';
import { simulate } from '../../../core/simulate/simulate.ts';
import type { Simulation, SimulationInput } from '../../../core/simulate/simulation.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { Diagnostic } from '../../../language/sequence/diagnostics/diagnostic.ts';

/** Computations that take seconds or minutes, by kind: what is asked and what is answered, both of plain data. */
export interface Computations {
  readonly simulation: { readonly asked: SimulationInput; readonly answer: Simulation };
  readonly forecast: { readonly asked: ForecastInput; readonly answer: CampaignForecast };
  readonly split: { readonly asked: SplitQuestion; readonly answer: JudgedSplit };
  readonly tests: { readonly asked: TestsAsked; readonly answer: TestsRun };
}
export type ComputationKind = keyof Computations;

export interface TestsAsked {
  /** The YAML of the tests. */
  readonly tests: string;
  /** The sequence that they are run with; null: none is published by the name that they say. */
  readonly plan: Plan | null;
  readonly isPublished: boolean;
}

export interface TestsRun {
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly expected: readonly ShownStep[];
    readonly got: readonly ShownStep[];
    readonly reasons?: readonly string[];
  }[];
  readonly diagnostics: readonly Diagnostic<TestCode>[];
}

type Compute = {
  readonly [Kind in ComputationKind]: (asked: Computations[Kind]['asked']) => Computations[Kind]['answer'];
};

/** A function of its input for each kind. */
export const COMPUTE: Compute = {
  ...{ simulation: simulate, forecast: forecastCampaign, split: judgeSplit, tests: runTests },
};

function runTests({ tests, plan, isPublished }: TestsAsked): TestsRun {
  const ran = runTestFile(tests, (name) => found(name, plan, isPublished));
  if (!ran.ok) return { passed: 0, failed: 1, tests: [], diagnostics: ran.diagnostics };
  const passed = ran.outcomes.filter(({ ok }) => ok).length;
  return { passed, failed: ran.outcomes.length - passed, tests: ran.outcomes.map(viewOutcome), diagnostics: [] };
}

function found(name: string, plan: Plan | null, isPublished: boolean): FoundSequence {
  if (plan?.sequence === name) return { found: true, plan };
  const why = isPublished ? `no sequence ${name} is published` : `the text is the sequence ${plan?.sequence}`;
  const fix = isPublished ? 'Send its text along, or publish it.' : 'Name the sequence of the text.';
  return { found: false, code: 'TST010', why, fix };
}

const viewOutcome = (outcome: TestOutcome) => ({
  name: outcome.test.name,
  ok: outcome.ok,
  expected: showExpected(outcome),
  got: showGot(outcome),
  ...(outcome.ok ? {} : { reasons: outcome.reasons }),
});
