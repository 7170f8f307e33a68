import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { finishBetween } from '../../../core/simulate/pieces.ts';
import { readTestedName } from '../../../core/simulate/sequence-tests/read-tested-name.ts';
import {
  type FoundSequence,
  runTestFileInPieces,
  type TestOutcome,
} from '../../../core/simulate/sequence-tests/run-test-file.ts';
import { showExpected, showGot } from '../../../core/simulate/sequence-tests/show-test.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { compileSequence } from '../../../language/sequence/compile-sequence.ts';
import { listRuns } from '../../../runtime/store/sequences/list-runs.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { ApiDeps } from '../context.ts';
import { serve } from '../serve.ts';
import { invalidSequence } from './sequence-text.ts';

/** The tests of a text or of a version: the same answer as `overture test --json` gives. */
export function addSequenceTestRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'testSequence', async ({ body: { tests, text } }) => {
    const plan = text === undefined ? await findPublished(deps, tests) : await compile(deps, text);
    // A test takes milliseconds, and there may be many: everybody else's requests get their turn in between.
    const ran = await finishBetween(
      runTestFileInPieces(tests, (name) => found(name, plan, text === undefined)),
      () => setImmediate(),
    );
    if (!ran.ok) return { passed: 0, failed: 1, tests: [], diagnostics: ran.diagnostics };
    const passed = ran.outcomes.filter(({ ok }) => ok).length;
    return { passed, failed: ran.outcomes.length - passed, tests: ran.outcomes.map(viewOutcome), diagnostics: [] };
  });
}

async function compile({ db, profiles = [] }: ApiDeps, text: string): Promise<Plan> {
  const compiled = compileSequence(text, { profiles, sequences: await listRuns(db) });
  if (!compiled.ok) throw invalidSequence(compiled.diagnostics);
  return compiled.plan;
}

async function findPublished({ db }: ApiDeps, tests: string): Promise<Plan | null> {
  const name = readTestedName(tests);
  return name === null ? null : ((await readSequenceVersion(db, name, null))?.plan ?? null);
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
