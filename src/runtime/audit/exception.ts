import type { LedgerCall } from './read-ledger.ts';
import type { Failure } from './read-service-log.ts';

export type Rule =
  /** Two calls of one step, or one text twice in a conversation. */
  | 'contacted_twice'
  | 'after_a_stop'
  | 'after_do_not_contact'
  | 'above_a_limit'
  /** The ledger says that it did not happen, and the service that it did; or the other way round. */
  | 'ledger_denies'
  /** A call under a key of ours of which the ledger knows nothing: it has forgotten it. */
  | 'without_intent'
  | 'service_denies';

export interface Exception {
  readonly rule: Rule;
  readonly at: string;
  readonly account_id: string;
  readonly key: string;
  readonly person: string;
  readonly text: string;
}

/** A call that both know. */
export interface KnownCall {
  readonly at: number;
  readonly call: LedgerCall;
  /** The key as the service names it. */
  readonly key: string | null;
  /** Null: it succeeded. */
  readonly failed: Failure | null;
}

export function exception(rule: Rule, call: LedgerCall, at: number, text: string): Exception {
  const { account_id, key, person } = call;
  return { rule, at: new Date(at).toISOString(), account_id, key, person, text: `${call.action}: ${text}` };
}
