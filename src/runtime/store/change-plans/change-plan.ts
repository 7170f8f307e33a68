import type { Plan } from '../../../language/plan/plan.ts';
import type { Keeper } from '../sequences/keeper.ts';

/** What `plan` showed and `apply` does. */
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
  /** Who keeps the sequence from then on. */
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
  /** Where they stood and what is to become of them. */
  readonly standing: string;
  readonly state: 'stays' | 'pending';
}
