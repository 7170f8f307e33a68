import type { FastifyInstance } from 'fastify';
import { readTestedName } from '../../../core/simulate/sequence-tests/read-tested-name.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { compileSequence } from '../../../language/sequence/compile-sequence.ts';
import { listRuns } from '../../../runtime/store/sequences/list-runs.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { ComputeFor } from '../computations/compute-for.ts';
import type { ApiDeps } from '../context.ts';
import { serve } from '../serve.ts';
import { invalidSequence } from './sequence-text.ts';

/** The tests of a text or of a version: the same answer as `overture test --json` gives. */
export function addSequenceTestRoutes(app: FastifyInstance, deps: ApiDeps, compute: ComputeFor): void {
  serve(app, 'testSequence', async ({ body: { tests, text }, request, reply }) => {
    const plan = text === undefined ? await findPublished(deps, tests) : await compile(deps, text);
    return compute({ request, reply }, 'tests', { tests, plan, isPublished: text === undefined });
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
