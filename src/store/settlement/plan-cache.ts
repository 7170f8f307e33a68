import { CodedError } from '../../kit/coded-error.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Queryable } from '../../postgres/database.ts';
import { findPlan } from './find-plan.ts';

const KEPT = 200;

/** Plans by digest. They never change, so the oldest is only dropped to bound the memory. */
export function createPlanCache(db: Queryable): (digest: string) => Promise<Plan> {
  const plans = new Map<string, Plan>();
  return async (digest) => {
    const known = plans.get(digest);
    if (known) return known;
    const plan = await findPlan(db, digest);
    if (!plan) throw new CodedError('plan_missing', `there is no plan with the digest ${digest}`);
    const oldest = plans.keys().next();
    if (plans.size >= KEPT && !oldest.done) plans.delete(oldest.value);
    plans.set(digest, plan);
    return plan;
  };
}
