import type { Queryable } from '../../../shared/postgres/database.ts';
import type { SubCode } from '../../contract/errors.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { EndedAnswer } from '../open-calls/end-call.ts';
import type { OpenCall } from '../open-calls/open-call.ts';

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** `at`: the field of a sign-in that it is about, and how a form says it where the message does not. */
export type Refusal = {
  readonly at?: { readonly field: string; readonly message?: string };
} /** Becomes INVALID_PARAMS: the target is not there. */ & (
  | { readonly kind: 'not_found'; readonly message: string }
  | { readonly kind: 'invalid'; readonly message: string }
  /** Becomes CHANNEL_ERROR. */
  | { readonly kind: 'refused'; readonly sub_code?: SubCode; readonly message: string }
);

/** An effect that the database takes no part in: noted in the call's transaction, executed after its commit. */
export interface Underway {
  /** A repeat of the call under its Idempotency-Key gets it as answer: see `RemoteAdapter.resolve`. */
  readonly effect_id: string;
  /** In the call's transaction: keeps with the effect what ends its call. */
  keep(tx: Queryable, call: OpenCall): Promise<void>;
  /**
   * Outside any transaction, once the call is committed: does it, and ends the call (`endCall`) in a transaction of its own. What it throws
   * leaves the call open; `RemoteAdapter.resolve` ends it.
   */
  execute(): Promise<EndedAnswer>;
}

/** The good answer of an act over a network: what the caller gets once it is executed. */
export type Begun<Answer> = Answer extends { readonly ok: true } ? Answer & { readonly underway: Underway } : Answer;

/** The call's transaction, its account, and the virtual time at which it happens (epoch ms). */
export interface Call {
  readonly tx: Queryable;
  readonly account: AccountRow;
  readonly now: number;
}

/** A call that no transaction waits for: the network may take seconds. */
export type RemoteCall = Omit<Call, 'tx'>;

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** The offset of the next page, null at the end; absent where that is simply behind the last item. */
  readonly next_offset?: number | null;
}

export interface OffsetRange {
  readonly offset: number;
  readonly count: number;
}

export interface CursorPage<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}
