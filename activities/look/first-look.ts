import type { PerformResult } from '../../src/core/engine/perform.ts';
import { isAwaited } from './awaited-reply.ts';
import type { StepContext } from './context.ts';

/** Looks at the stop flags a first time, to save work; the look that counts is in the intent's transaction. */
export function firstLook({ request, enrollment, lead }: StepContext): PerformResult | null {
  if (enrollment.status === 'finished') return { status: 'stopped', outcome: enrollment.outcome ?? 'stopped' };
  if (enrollment.stop_outcome !== null && !isAwaited(request, enrollment)) {
    return { status: 'stopped', outcome: enrollment.stop_outcome };
  }
  return lead === null ? { status: 'stopped', outcome: 'stopped' } : null;
}
