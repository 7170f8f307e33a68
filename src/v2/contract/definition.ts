import type { z } from 'zod';

export type Platform = 'professional' | 'messenger' | 'email';
export type Category = 'profiles' | 'messages' | 'network' | 'content' | 'recruiter' | 'balance' | 'enrich';

/** The effect of a call on the outside world: none, something that a person may notice, or something that a person receives. */
export type SideEffect = 'read' | 'touch' | 'send';
export type LimitClass = 'visit' | 'invite' | 'message' | 'inmail' | 'email';

/** spec: Limits / Credits per action. */
export type Charge =
  | { readonly kind: 'fixed'; readonly credits: number; readonly free_when_repeated?: true }
  /** `credits` per started `results`, nothing for an empty list. */
  | { readonly kind: 'per_results'; readonly credits: number; readonly results: number }
  /** messages / send: 1, with professional media 2, an InMail 0. */
  | { readonly kind: 'send' }
  /** network / list_connections: per 50 results, 0 from the stored copy. */
  | { readonly kind: 'connections' };

export type Pagination =
  | { readonly kind: 'offset'; readonly batch: number; readonly pages_fetched: boolean }
  | { readonly kind: 'cursor'; readonly batch: number };

/** How a call whose outcome is unknown is settled (architecture, "The walk of one enrollment", 4). */
export type Reconciliation =
  /** Nothing to settle: a read. */
  | { readonly by: 'nothing' }
  /** Repeated under the same Idempotency-Key where the service honors it, else counted as done. */
  | { readonly by: 'repeat' }
  /** Looked up with these calls, in order; what none of them proves goes to a person. */
  | { readonly by: 'reading'; readonly probes: readonly ReadBack[] };

export type ReadBack =
  | 'check_connection'
  | 'check_invitation'
  | 'conversation'
  | 'premium_inbox'
  | 'sent_mail'
  | 'logs';

export interface ActionDefinition<Params extends z.ZodType = z.ZodType, Data extends z.ZodType = z.ZodType> {
  readonly category: Category;
  readonly action: string;
  /** The place in the specification, `messages / send`. */
  readonly spec: string;
  readonly summary: string;
  /** Channels whose accounts have this action; `none` for enrich, which needs no account. */
  readonly channels: readonly Platform[] | 'none';
  readonly params: Params;
  /** `data` of a success. */
  readonly data: Data;
  readonly charge: Charge;
  readonly pagination: Pagination | null;
  readonly effect: SideEffect;
  readonly limit_class: LimitClass | null;
  readonly reconciliation: Reconciliation;
  /** Rules between params, or between params and the account's channel, that the schema alone cannot say: one message each. */
  rules?(params: z.output<Params>, platform: Platform | null): readonly string[];
}

type Traits = Pick<ActionDefinition, 'effect' | 'limit_class' | 'reconciliation'>;
/** A call that changes nothing outside: no limit counts it, and nothing is left to settle. */
export const READS: Traits = { effect: 'read', limit_class: null, reconciliation: { by: 'nothing' } };
/** Traits of an action that may be noticed, has no limit, and can be repeated without harm. */
export const TOUCHES: Traits = { effect: 'touch', limit_class: null, reconciliation: { by: 'repeat' } };

/** Keeps the exact schema types, so that callers get the types of one action's params and data. */
export function defineAction<Params extends z.ZodType, Data extends z.ZodType>(
  definition: ActionDefinition<Params, Data>,
): ActionDefinition<Params, Data> {
  return Object.freeze(definition);
}
