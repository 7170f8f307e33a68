import type { PerformResult } from '../src/engine/perform.ts';
import type { Queryable } from '../src/postgres/database.ts';
import { addLine } from '../src/store/timeline/add-line.ts';
import type { StepContext } from './context.ts';
import type { StepDeps } from './deps.ts';
import { endTitle, lineOf } from './store-outcome.ts';

/** The step fails in the transaction that found out why. */
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
