import type { PerformRequest, PerformResult } from '../../src/core/engine/perform.ts';
import {
  type BreakerScope,
  countFailed,
  forgetFailedSteps,
  type LastStep,
  noteFailedStep,
  readLastSteps,
} from '../../src/runtime/store/control/failed-steps.ts';
import { findPause, lockPauses, savePause } from '../../src/runtime/store/control/pauses.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { retryConflicts } from '../../src/shared/postgres/retry-conflicts.ts';
import type { StepDeps } from '../deps.ts';

/**
 * The number of last steps that are looked at, and the number that must have failed for the same reason: more than
 * half.
 */
export const BREAKER = { last: 25, most: 13 } as const;

/**
 * Circuit breaker: pauses a campaign most of whose last steps failed for the same reason, until a person resumes it,
 * because going on would only spend its people and its limits. If the campaign is not to blame, the account may be. It
 * runs after the step's result was stored, in a transaction of its own: the lock of the pauses comes before any row's.
 */
export async function breakCircuit(
  deps: StepDeps,
  { enrollment_id, node, visit }: Pick<PerformRequest, 'enrollment_id' | 'node' | 'visit'>,
  { code, text }: Extract<PerformResult, { status: 'failed' }>,
): Promise<void> {
  const step = { enrollment_id, node, visit, code, text, at: new Date(deps.clock.now()) };
  const of = await noteFailedStep(deps.db, step);
  if (of === null) return;
  const { campaign_id, account_id } = of;
  if (campaign_id !== null && (await trips(deps, { scope: 'campaign', target: campaign_id }, step))) return;
  if (account_id !== null) await trips(deps, { scope: 'account', target: account_id }, step);
}

type Failed = Parameters<typeof noteFailedStep>[1];

async function trips(deps: StepDeps, of: BreakerScope, step: Failed): Promise<boolean> {
  if ((await countFailed(deps.db, of, step.code)) < BREAKER.most) return false;
  if (reasonIn(await readLastSteps(deps.db, of, step.enrollment_id, BREAKER.last), step) === null) return false;
  return retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      await lockPauses(tx);
      const note = reasonIn(await readLastSteps(tx, of, step.enrollment_id, BREAKER.last), step);
      // Another step has paused it meanwhile, and what had failed before was forgotten with that.
      if (note === null) return true;
      await forgetFailedSteps(tx, of);
      if ((await findPause(tx, of.scope, of.target)) !== null) return true;
      await savePause(tx, { ...of, state: 'paused', note, at: step.at, by_itself: true });
      const { enrollment_id, node, at } = step;
      await addLine(tx, {
        ...{ enrollment_id, node, at, type: `${of.scope}_paused` },
        title: `The ${of.scope} paused itself: ${note}`,
        detail: { scope: of.scope, target: of.target, code: step.code },
      });
      return true;
    }),
  );
}

/** Words the reason for which most steps failed. Null: most did not fail for this one. */
function reasonIn(steps: readonly LastStep[], { code, text }: Pick<Failed, 'code' | 'text'>): string | null {
  const failed = steps.filter((step) => step.code === code).length;
  return failed < BREAKER.most ? null : `${failed} of its last ${steps.length} steps failed with ${code}: ${text}`;
}
