import type { NodeId } from '../plan/nodes/common.ts';

/** Why a step would fail for what somebody brings. */
export interface Unfit {
  readonly node: NodeId;
  /** A name that has no value for them: `vars.city`. Null: what they bring is wrong. */
  readonly missing: string | null;
  /** A sentence without its period. */
  readonly message: string;
}
