import type { FastifyInstance } from 'fastify';
import { readRates } from '../../../core/simulate/people/rates.ts';
import type { SimulationInput } from '../../../core/simulate/simulation.ts';
import { readStart } from '../../../core/simulate/start.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { compileSequence } from '../../../language/sequence/compile-sequence.ts';
import { listRuns } from '../../../runtime/store/sequences/list-runs.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { Within } from '../../../runtime/store/within.ts';
import type { OperationNamed } from '../../api-contract/api-operations.ts';
import type { BodyOf } from '../../api-contract/operation.ts';
import type { ComputeFor } from '../computations/compute-for.ts';
import type { ApiDeps } from '../context.ts';
import { presentAccounts } from '../given-accounts.ts';
import { invalidField, notFound } from '../problem.ts';
import { serve } from '../serve.ts';
import { invalidSequence } from './sequence-text.ts';

type Question = BodyOf<OperationNamed<'simulateSequence'>>;

/** Adds the routes that simulate a version or a text: the same answer as `overture simulate --json` gives for it. */
export function addSimulateRoutes(app: FastifyInstance, deps: ApiDeps, compute: ComputeFor): void {
  serve(app, 'simulateSequence', async ({ params: { name }, body: question, within, request, reply }) => {
    const plan = await findPlan(deps, name);
    if (plan === null) throw notFound('sequence', name);
    return compute({ request, reply }, 'simulation', await inputOf(deps, plan, question, within));
  });

  serve(app, 'simulateText', async ({ body: { text, ...question }, within, request, reply }) => {
    const compiled = compileSequence(text, { profiles: deps.profiles ?? [], sequences: await listRuns(deps.db) });
    if (!compiled.ok) throw invalidSequence(compiled.diagnostics);
    return compute({ request, reply }, 'simulation', await inputOf(deps, compiled.plan, question, within));
  });
}

async function inputOf(deps: ApiDeps, plan: Plan, asked: Question, within: Within): Promise<SimulationInput> {
  const { rates: given, start: day, real_accounts, account_id, senders, ...question } = asked;
  const start = readStart(day);
  if (start === null) throw invalidField('start', 'is not a day; write it as 2026-01-05');
  const rates = readRates(given);
  if (!rates.ok) throw invalidField('rates', rates.error.join('; '));
  const others = await findOthers(deps, plan);
  const real = real_accounts ? await presentAccounts({ ...deps, within }, plan, { account_id, senders }) : {};
  return { ...question, start, others, rates: rates.value, plans: [plan], profiles: deps.profiles ?? [], ...real };
}

async function findPlan(deps: ApiDeps, name: string): Promise<Plan | null> {
  const version = await readSequenceVersion(deps.db, name, null);
  return version?.plan ?? null;
}

/** The sequences that it may continue in, and those that they may. */
async function findOthers(deps: ApiDeps, plan: Plan): Promise<Plan[]> {
  const found = new Map<string, Plan>();
  const open = [plan];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const node of Object.values(next.nodes)) {
      if (node.kind !== 'run' || node.sequence === plan.sequence || found.has(node.sequence)) continue;
      const other = await findPlan(deps, node.sequence);
      if (other === null) continue;
      found.set(node.sequence, other);
      open.push(other);
    }
  }
  return [...found.values()];
}
