import type { PerformResult } from '../src/core/engine/perform.ts';
import { addLine } from '../src/runtime/store/timeline/add-line.ts';
import type { Queryable } from '../src/shared/postgres/database.ts';
import type { StepDeps } from './deps.ts';
import type { StepContext } from './look/context.ts';
import { endTitle, lineOf } from './wording.ts';

/** Fails the step in the transaction that found out why. */
export async function failWithin(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  code: string,
  text: string,
  status: 'failed' | 'impossible' = 'failed',
): Promise<PerformResult> {
  await addLine(tx, {
    ...lineOf(context, new Date(deps.clock.now())),
    type: status,
    title: endTitle(context, status, text),
    once: `${context.request.node}/${context.request.visit}/${status}`,
  });
  return { status, code, text };
}
