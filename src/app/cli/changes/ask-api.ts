import { z } from 'zod';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { MINUTE } from '../../../shared/kit/duration.ts';
import type { ApiClient } from '../api-client.ts';
import { printNote } from '../print.ts';
import { printDiagnostics, type SequenceFile } from '../sequence-file.ts';
import { changeWords } from './format-change.ts';
import { type AppliedChange, diagnostics, type ShownChange, staleChange } from './shapes.ts';

const invalid = z.object({ code: z.literal('invalid_sequence'), diagnostics });

/** Thousands of people are looked at. */
const PATIENCE = { timeout: 5 * MINUTE };

/** Null after its errors were printed: those that only the engine knows, such as an account that is not there. */
export async function askForPlan(
  api: ApiClient,
  { file, text, plan }: SequenceFile,
  options: { readonly move?: boolean; readonly takeOver?: boolean; readonly json?: boolean },
): Promise<ShownChange | null> {
  const query = { move: options.move ?? false, take_over: options.takeOver ?? false };
  const asked = { params: { name: plan.sequence }, query, body: { text } };
  try {
    return await api.planSequence(asked, PATIENCE);
  } catch (error) {
    const detail = invalid.safeParse(error instanceof CodedError ? error.detail : null);
    if (!detail.success) throw error;
    printDiagnostics(file, text, detail.data.diagnostics, options);
    return null;
  }
}

/** Applies a plan, given by its id (`chg_…`) or hash. */
export async function askToApply(
  api: ApiClient,
  sequence: string,
  name: string,
  digest: string | null = null,
): Promise<AppliedChange> {
  const body = name.startsWith('chg_') ? { plan_id: name } : { hash: name };
  const params = { name: sequence };
  try {
    if (digest !== null) {
      const would = await api.applySequence({ params, query: { dry_run: true }, body }, PATIENCE);
      if (would.digest !== digest) {
        throw new CodedError('stale_plan', 'The file has changed since this plan was made.', {
          fix: 'Make a new plan: overture plan FILE.',
        });
      }
    }
  } catch (error) {
    throw withReasons(error);
  }
  try {
    return await untilApplied(api, await api.applySequence({ params, body }, PATIENCE));
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'unreachable') throw withReasons(error);
    throw new CodedError(error.code, error.message, {
      fix: `The change that was begun continues when the engine is back. To follow it: overture apply FILE --plan ${name}`,
      cause: error,
    });
  }
}

export async function askForRollback(api: ApiClient, sequence: string): Promise<ShownChange> {
  const asked = { params: { name: sequence }, query: { dry_run: true }, body: {} };
  const plan = await api.rollBackSequence(asked, PATIENCE);
  if ('people' in plan) return plan;
  throw new Error('a dry run of a rollback answered with no plan');
}

/** Exactly what its dry run showed. */
export async function askToRollBack(api: ApiClient, sequence: string, hash: string): Promise<AppliedChange> {
  try {
    const done = await api.rollBackSequence({ params: { name: sequence }, body: { hash } }, PATIENCE);
    if ('people' in done) throw new Error('a rollback answered with its plan');
    return await untilApplied(api, done);
  } catch (error) {
    throw withReasons(error);
  }
}

/** A large change answers before everybody has moved: asked again, it goes on and tells how far it is. */
async function untilApplied(api: ApiClient, begun: AppliedChange): Promise<AppliedChange> {
  let change = begun;
  while (change.status === 'applying') {
    printNote(`version ${change.version} is current; ${change.moved} moved, ${change.remaining} to go`);
    const asked = { params: { name: change.sequence }, body: { plan_id: change.plan_id } };
    change = await api.applySequence(asked, PATIENCE);
  }
  return change;
}

const stale = z.object({ code: z.literal('stale_plan'), changes: z.array(staleChange) });
const MOST_NAMED = 5;

/** A plan that is refused, with what is otherwise now. */
function withReasons(error: unknown): unknown {
  if (!(error instanceof CodedError)) return error;
  if (error.code === 'unknown_plan') {
    return new CodedError(error.code, 'The engine knows no such plan for this sequence.', {
      fix: 'Make one: overture plan FILE.',
    });
  }
  const detail = stale.safeParse(error.detail);
  if (!detail.success) return error;
  const { changes } = detail.data;
  const lines = changes.slice(0, MOST_NAMED).map(changeWords);
  const more = changes.length > MOST_NAMED ? [`and ${changes.length - MOST_NAMED} more`] : [];
  return new CodedError(error.code, error.message, {
    fix: 'Make a new plan, and look at it.',
    detail: { ...error.detail, lines: [...lines, ...more] },
  });
}
