import type { Plan } from '../../../language/plan/plan.ts';

/** The contract says no more of a plan than that it is an object; the server has made it by the compiler. */
export const planOf = (plan: Readonly<Record<string, unknown>>): Plan => plan as unknown as Plan;
