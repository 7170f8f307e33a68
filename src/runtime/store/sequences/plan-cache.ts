import type { Plan } from '../../../language/plan/plan.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { findPlan } from './find-plan.ts';

const KEPT = 200;

/**
 * `via`: over which connection a plan is read that is not known yet. Within a transaction that is the transaction's own: one of the pool
 * may never come free, when all of them are held by transactions that wait for this one's locks.
 */
export type FindPlan = (digest: string, via: Queryable) => Promise<Plan>;

/** Plans by digest. They never change, so the oldest is only dropped to bound the memory. */
export function createPlanCache(): FindPlan {
  const plans = new Map<string, Plan>();
  return async (digest, via) => {
    const known = plans.get(digest);
    if (known) return known;
    const plan = await findPlan(via, digest);
    if (!plan) throw new CodedError('plan_missing', `there is no plan with the digest ${digest}`);
    const oldest = plans.keys().next();
    if (plans.size >= KEPT && !oldest.done) plans.delete(oldest.value);
    plans.set(digest, plan);
    return plan;
  };
}
