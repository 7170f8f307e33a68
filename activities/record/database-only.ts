import type { PerformResult } from '../../src/core/engine/perform.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { lastLook } from '../look/last-look.ts';
import type { Prepared } from '../steps/prepared.ts';

/**
 * Performs a step that needs nothing of the outside: all of it is one transaction, after the last look at the stop
 * flags.
 */
export async function databaseOnly(
  deps: StepDeps,
  context: StepContext,
  { lock, work }: Extract<Prepared, { is: 'own_tables' }>,
): Promise<PerformResult> {
  return deps.db.transaction(async (tx) => {
    await lock?.(tx);
    const look = await lastLook(deps, tx, context);
    return look.is === 'answer' ? look.result : work(tx);
  });
}
