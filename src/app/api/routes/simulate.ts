import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { finishBetween } from '../../../core/simulate/pieces.ts';
import { readRates } from '../../../core/simulate/rates.ts';
import { simulateInPieces } from '../../../core/simulate/simulate.ts';
import { DEFAULT_START, readStart } from '../../../core/simulate/start.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { ApiDeps } from '../context.ts';
import { notFound, Problem, readBody } from '../problem.ts';

const start = z.string().transform((text, context) => {
  const read = readStart(text);
  if (read !== null) return read;
  context.addIssue({ code: 'custom', message: 'is not a day; write it as 2026-01-05' });
  return z.NEVER;
});

const body = z.strictObject({
  leads: z.int().min(1).max(10_000).default(100),
  days: z.int().min(1).max(365).default(90),
  seed: z.union([z.string().max(200), z.number()]).default(1),
  start: start.default(DEFAULT_START),
  rates: z.record(z.string(), z.unknown()).default({}),
  what_if: z.boolean().default(false),
});

/** What the current version will do: the same answer as `overture simulate --json` gives for its text. */
export function addSimulateRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.post<{ Params: { name: string } }>(
    '/sequences/:name/simulate',
    { config: { scope: 'read' } },
    async (request) => {
      const { rates: given, ...question } = readBody(body, request.body ?? {});
      const rates = readRates(given);
      if (!rates.ok) throw new Problem(422, 'invalid_body', rates.error.join('; '));
      const { name } = request.params;
      const plan = await findPlan(deps, name);
      if (plan === null) throw notFound('sequence', name);
      const others = await findOthers(deps, plan);
      // It computes for seconds: everybody else's requests get their turn in between.
      const work = simulateInPieces({
        ...question,
        rates: rates.value,
        plans: [plan],
        others,
        profiles: deps.profiles ?? [],
      });
      return finishBetween(work, () => setImmediate());
    },
  );
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
