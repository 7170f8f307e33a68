import type { ErrorCode } from '../contract/errors.ts';

/** The outcome of a call. Nothing that the service or the network does is thrown. */
export type CallOutcome<Data> =
  | {
      readonly kind: 'success';
      readonly data: Data;
      /** API credits charged. */
      readonly credits: number;
      /** The service answered from its store: this Idempotency-Key was performed before. */
      readonly replayed: boolean;
    }
  /** The service said no, and nothing was done. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      /** `OTHER`: a refusal by a status for which the contract has no code. */
      readonly code: ErrorCode | 'OTHER';
      readonly sub_code: string | null;
      readonly message: string;
      readonly credits: number;
      /** From `Retry-After`, wall milliseconds; null where the answer has none. */
      readonly retry_after_ms: number | null;
    }
  /** The request may have reached the service: whether it was done, only reading back can show. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** Proof that nothing was sent. */
  | { readonly kind: 'unreachable'; readonly reason: string };
