import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../context.ts';
import { Problem } from '../problem.ts';
import { serve } from '../serve.ts';

export function addEnvironmentRoutes(app: FastifyInstance, { examine }: ApiDeps): void {
  serve(app, 'examineEnvironment', async () => {
    if (examine === undefined) throw new Problem(503, 'not_examined', 'This engine does not look at its environment.');
    const { ok, findings, variables } = await examine();
    return { ok, findings: [...findings], variables: [...variables] };
  });
}
