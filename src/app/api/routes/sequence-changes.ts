import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type ApplyResult, applyChange, type StaleChange } from '../../../runtime/enroll/apply/apply-change.ts';
import { planChange, planRollback } from '../../../runtime/enroll/apply/plan-change.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { ApiDeps } from '../context.ts';
import { DRY_RUN } from '../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../problem.ts';
import { invalidSequence, readText } from './sequence-text.ts';

const word = z.string().min(1).max(100);
const named = z.union([z.strictObject({ plan_id: word }), z.strictObject({ hash: word })], {
  error: 'name the plan: {"plan_id": "…"} or {"hash": "…"}',
});
/** `hash`: of the dry run that was shown. */
const rollback = z.strictObject({ hash: word.optional() });
const dryRun = z.strictObject(DRY_RUN);
const planQuery = z.strictObject({ ...DRY_RUN, move: DRY_RUN.dry_run });

/** What a change would do, doing it, and taking it back. */
export function addChangeRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.post<{ Params: { name: string } }>('/sequences/:name/plan', async (request) => {
    const options = readQuery(planQuery, request.query);
    const text = readText(request.body);
    // The accounts of `senders` may be newer than our view of them.
    await deps
      .refreshAccounts()
      .catch((err: unknown) =>
        request.log.warn({ err }, 'the accounts could not be refreshed; the stored list is used'),
      );
    const planned = await planChange(deps, request.params.name, text, options);
    switch (planned.kind) {
      case 'planned':
        return planned.shown;
      case 'invalid':
        throw invalidSequence(planned.diagnostics);
      case 'other_sequence': {
        const text = `The text is the sequence ${planned.named}, not ${request.params.name}.`;
        throw new Problem(422, 'other_sequence', text, { sequence: planned.named });
      }
      default:
        return unreachable(planned);
    }
  });

  app.post<{ Params: { name: string } }>('/sequences/:name/apply', async (request, reply) => {
    const { dry_run } = readQuery(dryRun, request.query);
    const given = readBody(named, request.body ?? {});
    const name = 'plan_id' in given ? { id: given.plan_id } : { hash: given.hash };
    return answer(deps, reply, await applyChange(deps, request.params.name, name, { dry_run }));
  });

  app.post<{ Params: { name: string } }>('/sequences/:name/rollback', async (request, reply) => {
    const { dry_run } = readQuery(dryRun, request.query);
    const { hash } = readBody(rollback, request.body ?? {});
    const { name } = request.params;
    const planned = await planRollback(deps, name, { dry_run, hash });
    if (planned.kind === 'unknown') throw notFound('sequence', name);
    if (planned.kind === 'nothing_before') {
      throw new Problem(409, 'nothing_before', `${name} has no version before the present one.`);
    }
    if (planned.kind === 'stale') throw stale([{ what: 'plan', planned: hash ?? '', now: planned.shown.hash }]);
    const { id } = planned.shown;
    return id === null ? planned.shown : answer(deps, reply, await applyChange(deps, name, { id }));
  });
}

const stale = (changes: readonly StaleChange[]): Problem =>
  new Problem(409, 'stale_plan', 'Something has changed since this plan was made; make a new one.', { changes });

/** 202: it is published, and people are still being moved; the same request again tells how far it is. */
function answer(deps: ApiDeps, reply: FastifyReply, result: ApplyResult) {
  switch (result.kind) {
    case 'applied':
      deps.onOutbox();
      return reply.status(result.change.status === 'applying' ? 202 : 200).send(result.change);
    case 'unknown_plan':
      throw new Problem(404, 'unknown_plan', 'There is no such plan of this sequence; make one with POST …/plan.');
    case 'stale':
      throw stale(result.changes);
    default:
      return unreachable(result);
  }
}
