import type { ErrorCode } from '../contract/errors.ts';

/** Reading of an HTTP status whose answer is not the service's envelope, or names a code that the contract does not have. */
export interface BareAnswer {
  readonly status: string;
  /** Null: it may have been carried out, so the outcome is unknown. */
  readonly code: ErrorCode | 'OTHER' | null;
  readonly why: string;
}

/**
 * Answers without a body of the contract: from a proxy or gateway between client and service, or from another service. The first
 * row that fits counts.
 */
export const BARE_ANSWERS: readonly BareAnswer[] = [
  { status: '303', code: null, why: 'was carried out: the answer points to the result' },
  {
    status: '301',
    code: 'OTHER',
    why: 'is redirected, which is not followed: the request would be repeated or turned into a read',
  },
  { status: '302', code: 'OTHER', why: 'is redirected, which is not followed' },
  { status: '307', code: 'OTHER', why: 'is redirected, which is not followed' },
  { status: '308', code: 'OTHER', why: 'is redirected, which is not followed' },
  { status: '400', code: 'INVALID_PARAMS', why: 'was not understood' },
  { status: '401', code: 'INVALID_API_KEY', why: 'has a key that was refused' },
  { status: '402', code: 'INSUFFICIENT_CREDITS', why: 'must be paid for' },
  { status: '403', code: 'INVALID_API_KEY', why: 'has a key that was refused' },
  { status: '404', code: 'INVALID_ACTION', why: 'went to an address that does not exist' },
  { status: '405', code: 'INVALID_ACTION', why: 'went to an address that does not exist' },
  { status: '407', code: 'INVALID_API_KEY', why: 'was stopped by a proxy that requires authentication' },
  { status: '408', code: null, why: 'may have been passed on by the server that gave up waiting' },
  { status: '409', code: null, why: 'may already be running' },
  { status: '413', code: 'INVALID_PARAMS', why: 'is too large' },
  { status: '415', code: 'INVALID_PARAMS', why: 'was not understood' },
  { status: '422', code: 'CHANNEL_ERROR', why: 'was understood and refused' },
  { status: '425', code: 'RATE_LIMITED', why: 'was not processed: too early' },
  { status: '429', code: 'RATE_LIMITED', why: 'exceeds a rate limit' },
  { status: '431', code: 'INVALID_PARAMS', why: 'is too large' },
  { status: '499', code: null, why: 'may have been carried out: a proxy says that the connection was closed' },
  { status: '4xx', code: 'OTHER', why: 'was refused' },
  { status: '501', code: 'OTHER', why: 'asks for something that the service does not have' },
  { status: '5xx', code: null, why: 'may have been carried out before the error' },
];

/** The code that the status means; null where nobody can know whether the call was executed. */
export function codeOfStatus(status: number): BareAnswer['code'] {
  const row = BARE_ANSWERS.find(
    (row) => row.status === String(status) || row.status === `${Math.floor(status / 100)}xx`,
  );
  return row?.code ?? null;
}
