import type { ErrorCode, SubCode } from '../src/contract/errors.ts';
import type { Node } from '../src/plan/node.ts';

/** What a definite refusal of the V2 service means for the step. */
export type Meaning =
  /** The whole account backs off until Retry-After. */
  | 'hold_account'
  /** What costs credits waits for the balance. */
  | 'wait_for_credits'
  /** Our own key is refused: for a person to repair, and no account's fault. */
  | 'wait_for_service'
  /** The account is not connected: all its steps wait. */
  | 'pause_account'
  /** The network takes no more of this class from the account this week. */
  | 'hold_class'
  /** What the step is for holds already: they are connected, or an invitation is pending, or none is. */
  | 'connected'
  | 'invited'
  | 'nothing_to_do'
  /** Not to this person, or not from this account: take `else`. */
  | 'impossible'
  | 'fail'
  /** The service itself does not know what it did. */
  | 'unknown';

/** One meaning per code; `CHANNEL_ERROR` by its sub-code. */
export const MEANING_OF_CODE: Readonly<Record<ErrorCode, Meaning>> = {
  INVALID_API_KEY: 'wait_for_service',
  INVALID_ACCOUNT: 'fail',
  ACCOUNT_INACTIVE: 'pause_account',
  INVALID_ACTION: 'fail',
  INVALID_PARAMS: 'fail',
  RATE_LIMITED: 'hold_account',
  INSUFFICIENT_CREDITS: 'wait_for_credits',
  CHANNEL_ERROR: 'fail',
  INTERNAL_ERROR: 'unknown',
};

export const MEANING_OF_SUB_CODE: Readonly<Record<SubCode, Meaning>> = {
  PREMIUM_NAV_ACCESS_DENIED: 'impossible',
  ALREADY_CONNECTED: 'connected',
  INVITATION_PENDING: 'invited',
  INVITATION_LIMIT: 'hold_class',
  RECENTLY_WITHDRAWN: 'impossible',
  NOT_CONNECTED: 'impossible',
  INMAIL_RESTRICTED: 'impossible',
  NO_INMAIL_CREDITS: 'impossible',
  NO_PREMIUM_SEAT: 'impossible',
  AUTH_FAILED: 'fail',
  INVALID_CODE: 'fail',
  VOICE_NOTE_TOO_LONG: 'fail',
  NOT_ON_MESSENGER: 'impossible',
  MAIL_NOT_AVAILABLE: 'fail',
};

/** Where a code means something else for one kind of step. */
const BY_KIND: { readonly [kind in Node['kind']]?: { readonly [code in ErrorCode]?: Meaning } } = {
  // The service says so of an invitation that is not there any more.
  withdraw: { INVALID_PARAMS: 'nothing_to_do' },
  // Nothing in these params is a person's own text: the lead's profile, or the post just found, is not there.
  check: { INVALID_PARAMS: 'impossible' },
  enrich: { INVALID_PARAMS: 'impossible' },
  like: { INVALID_PARAMS: 'impossible' },
  react: { INVALID_PARAMS: 'impossible' },
  comment: { INVALID_PARAMS: 'impossible' },
};

export interface RefusedCall {
  readonly status: number;
  readonly code: string;
  readonly sub_code: string | null;
}

export function meaningOf(kind: Node['kind'], refusal: RefusedCall): Meaning {
  // An action that the service does not have: asking again does not help.
  if (refusal.status === 501) return 'fail';
  if (refusal.code === 'CHANNEL_ERROR' && isKey(MEANING_OF_SUB_CODE, refusal.sub_code)) {
    return MEANING_OF_SUB_CODE[refusal.sub_code];
  }
  if (!isKey(MEANING_OF_CODE, refusal.code)) return refusal.status >= 500 ? 'unknown' : 'fail';
  return BY_KIND[kind]?.[refusal.code] ?? MEANING_OF_CODE[refusal.code];
}

function isKey<Key extends string>(table: Readonly<Record<Key, unknown>>, key: string | null): key is Key {
  return key !== null && Object.hasOwn(table, key);
}
