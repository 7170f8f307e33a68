import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ApplyResult, applyChange, type StaleChange } from '../../../runtime/enroll/apply/apply-change.ts';
import { planChange, planRollback } from '../../../runtime/enroll/apply/plan-change.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { ApiDeps } from '../context.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { obstacleProblem, publishingOf } from './sequence-obstacle.ts';
import { invalidSequence, readText } from './sequence-text.ts';

/** Adds the routes that plan a change, apply it and roll it back. */
export function addChangeRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'planSequence', async ({ params: { name }, query, body, request }) => {
    const text = readText(body);
    // The accounts of `senders` may be newer than our view of them.
    await deps
      .refreshAccounts()
      .catch((err: unknown) =>
        request.log.warn({ err }, 'the accounts could not be refreshed; the stored list is used'),
      );
    const planned = await planChange(deps, name, text, {
      ...{ move: query.move, dry_run: query.dry_run, publishing: publishingOf(query) },
    });
    switch (planned.kind) {
      case 'planned':
        return planned.shown;
      case 'invalid':
        throw invalidSequence(planned.diagnostics);
      case 'other_sequence': {
        const text = `The text is the sequence ${planned.named}, not ${name}.`;
        throw new Problem(422, 'other_sequence', text, { sequence: planned.named });
      }
      case 'kept_elsewhere':
      case 'published_meanwhile':
        throw obstacleProblem(planned);
      default:
        return unreachable(planned);
    }
  });

  serve(app, 'applySequence', async ({ params, query: { dry_run }, body, reply }) => {
    const plan = 'plan_id' in body ? { id: body.plan_id } : { hash: body.hash };
    return answer(deps, reply, await applyChange(deps, params.name, plan, { dry_run }));
  });

  serve(app, 'rollBackSequence', async ({ params: { name }, query: { dry_run }, body: { hash }, reply }) => {
    if (hash !== undefined) {
      const done = await applyChange(deps, name, { hash, kind: 'rollback' }, { dry_run });
      if (done.kind !== 'unknown_plan') return answer(deps, reply, done);
    }
    const planned = await planRollback(deps, name);
    if (planned.kind === 'unknown') throw notFound('sequence', name);
    if (planned.kind === 'nothing_before') {
      throw new Problem(409, 'nothing_before', `${name} has no version before the present one.`);
    }
    if (hash !== undefined) throw stale([{ what: 'plan', planned: hash, now: planned.shown.hash }]);
    return dry_run ? planned.shown : answer(deps, reply, await applyChange(deps, name, { hash: planned.shown.hash }));
  });
}

const stale = (changes: readonly StaleChange[]): Problem =>
  new Problem(409, 'stale_plan', 'Something has changed since this plan was made; make a new one.', { changes });

/** 202: it is published, and people are still being moved; the same request again tells how far it is. */
function answer(deps: ApiDeps, reply: FastifyReply, result: ApplyResult) {
  switch (result.kind) {
    case 'applied':
      deps.onOutbox();
      reply.status(result.change.status === 'applying' ? 202 : 200);
      return result.change;
    case 'unknown_plan':
      throw new Problem(404, 'unknown_plan', 'There is no such plan of this sequence; make one with POST …/plan.');
    case 'stale':
      throw stale(result.changes);
    default:
      return unreachable(result);
  }
}
