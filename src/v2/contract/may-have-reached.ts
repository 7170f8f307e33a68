import { type ErrorCode, isErrorCode } from './errors.ts';

/**
 * Whether a call that is answered with this code may have reached the network all the same. Such a call counts against the limits of its
 * class: the network saw it, whatever came of it. All that the platform refused counts, so every sub-code does.
 */
export const MAY_HAVE_REACHED: Readonly<Record<ErrorCode, boolean>> = {
  INVALID_API_KEY: false,
  INVALID_ACCOUNT: false,
  ACCOUNT_INACTIVE: false,
  INVALID_ACTION: false,
  // Also what the network does not have: a profile, a post.
  INVALID_PARAMS: true,
  RATE_LIMITED: false,
  INSUFFICIENT_CREDITS: false,
  CHANNEL_ERROR: true,
  INTERNAL_ERROR: true,
};

/** A code that is none of the contract's may stand for anything, so it counts. */
export function mayHaveReached({ status, code }: { readonly status?: number; readonly code: string }): boolean {
  // The service does not have the action.
  if (status === 501) return false;
  return isErrorCode(code) ? MAY_HAVE_REACHED[code] : true;
}
