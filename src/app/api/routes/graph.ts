import type { FastifyInstance } from 'fastify';
import { diagramOf } from '../../../language/graph/diagram.ts';
import { toMermaid } from '../../../language/graph/mermaid.ts';
import { toSvg } from '../../../language/graph/svg.ts';
import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import { countByStep } from '../../../runtime/store/enrollments/count-by-step.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { ApiDeps } from '../context.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';

/** A published sequence as a diagram, with how many people stand at each step now. */
export function addGraphRoutes(app: FastifyInstance, { db }: ApiDeps): void {
  serve(app, 'getSequenceGraph', async ({ params: { name }, query: { version, format, counts }, within, reply }) => {
    const row = await readSequenceVersion(db, name, version ?? null);
    if (row === null) throw notFound('sequence', version === undefined ? name : `${name}, version ${version}`);
    const diagram = diagramOf(row.plan);
    const byStep = counts ? await countByStep(db, name, row.version, within) : {};
    switch (format) {
      case 'svg':
        return reply.type('image/svg+xml').send(toSvg(diagram, byStep));
      case 'mermaid':
        return reply.type('text/plain; charset=utf-8').send(toMermaid(diagram, byStep));
      default:
        return {
          ...{ sequence: name, version: row.version, counts: byStep },
          boxes: diagram.boxes.map((box) => ({ ...box, step: titleOfStep(row.plan, box.id) })),
          arrows: diagram.arrows,
          ...{ svg: toSvg(diagram, byStep), mermaid: toMermaid(diagram, byStep) },
        };
    }
  });
}
