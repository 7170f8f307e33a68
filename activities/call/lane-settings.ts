export interface LaneSettings {
  /** Calls beside each other of an account that answers fast. Calls that end at one time share the statements around them, so a narrow lane makes each of them dearer. */
  readonly per_account: number;
  /** An account is slow while a call of its takes longer, and after one that did, until one is answered sooner. */
  readonly slow_ms: number;
  /** The longest that a call takes: what is assumed of an account that has not answered yet. */
  readonly answer_ms: number;
  /** A permit of a healthy account becomes free within this time; where none does, a step waits in Temporal, where that takes up nothing. */
  readonly patience_ms: number;
  /** As long as permits become free one after the other, a step waits for so long: to come back costs as much as the step itself. Below what a workflow task may last. */
  readonly queue_ms: number;
  /** Slow accounts that may have a call under way at once; each has one. */
  readonly slow_accounts: number;
  /** Accounts without an answer in this process yet that may have a call under way at once; each has one. */
  readonly new_accounts: number;
  /** Calls beyond the first of their account, over all accounts: as many can hang when many accounts become slow at once. */
  readonly further_calls: number;
  /** Steps that wait for a permit here, over all accounts, and of one. */
  readonly waiting: number;
  readonly waiting_of_one: number;
}

/** Together well below the worker's slots for steps (src/runtime/temporal/worker.ts), so that those of healthy accounts find one. */
export const LANES: LaneSettings = Object.freeze({
  per_account: 24,
  slow_ms: 3_000,
  answer_ms: 30_000,
  patience_ms: 1_000,
  queue_ms: 4_000,
  slow_accounts: 40,
  new_accounts: 40,
  further_calls: 50,
  waiting: 145,
  waiting_of_one: 120,
});
