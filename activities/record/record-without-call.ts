import type { PerformResult } from '../../src/core/engine/perform.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import type { Prepared } from '../steps/prepared.ts';
import { endTitle } from '../wording.ts';
import { databaseOnly } from './database-only.ts';
import { storeWithoutCall } from './store-outcome.ts';

/** Records a step that ends here, without a call. */
export async function recordWithoutCall(
  deps: StepDeps,
  context: StepContext,
  prepared: Exclude<Prepared, { is: 'call' }>,
): Promise<PerformResult> {
  switch (prepared.is) {
    case 'later':
      return prepared.result;
    case 'own_tables':
      return databaseOnly(deps, context, prepared);
    case 'decided':
      if (prepared.title !== null) {
        const { result, title, detail = {} } = prepared;
        await storeWithoutCall(deps, context, { type: result.status, title, detail });
      }
      return prepared.result;
    case 'nothing_to_do': {
      const { title, changes } = prepared;
      await storeWithoutCall(deps, context, { type: context.node.kind, title }, changes);
      return { status: 'done', ...(changes?.facts ? { facts: changes.facts } : {}) };
    }
    case 'impossible':
    case 'failed': {
      const { is: status, code, text } = prepared;
      await storeWithoutCall(deps, context, { type: status, title: endTitle(context, status, text) });
      return { status, code, text };
    }
    default:
      return unreachable(prepared);
  }
}
