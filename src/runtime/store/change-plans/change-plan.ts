import type { Plan } from '../../../language/plan/plan.ts';
import type { Keeper } from '../sequences/keeper.ts';

/** A change of a sequence that `plan` has shown and `apply` executes. */
export interface ChangePlanRow {
  readonly id: string;
  readonly hash: string;
  readonly sequence: string;
  readonly kind: 'apply' | 'rollback';
  readonly move: boolean;
  /** Null: the sequence is new. */
  readonly from_version: number | null;
  readonly to_version: number;
  readonly digest: string;
  readonly source: string;
  /** The keeper of the sequence from then on. */
  readonly kept_by: Keeper;
  readonly take_over: boolean;
  /** The answer of `plan`, as it was given. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly status: 'planned' | 'applying' | 'applied';
  readonly created_at: Date;
  readonly wall_expires_at: Date;
  readonly applied_at: Date | null;
}

/** The row with the plan of its version. */
export interface ChangePlan extends ChangePlanRow {
  readonly plan: Plan;
}

/** Somebody whom the change moves, or looks at: compared when it is applied. */
export interface PlannedPerson {
  readonly enrollment_id: string;
  /** The person's position and migration outcome in words. Where they differ when the plan is applied, the person has moved on since. */
  readonly standing: string;
  readonly state: 'stays' | 'pending';
}
