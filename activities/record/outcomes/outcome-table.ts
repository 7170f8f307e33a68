import type { Node } from '../../../src/language/plan/node.ts';
import type { Platform } from '../../../src/v2/contract/definition.ts';
import type { ErrorCode, SubCode } from '../../../src/v2/contract/errors.ts';
import type { Meaning } from './meaning.ts';

/** The outcome of one code on each channel, and for kinds of step that read it differently. */
export type OutcomeRow = Readonly<Record<Platform, Meaning>> & {
  readonly steps?: { readonly [kind in Node['kind']]?: Meaning };
};

/** Stands for every code that the contract does not have: another service may have its own. */
export const OTHER_CODE = 'OTHER';

const everywhere = (meaning: Meaning, steps?: OutcomeRow['steps']): OutcomeRow => ({
  ...{ professional: meaning, messenger: meaning, email: meaning },
  ...(steps ? { steps } : {}),
});
/** The code has a meaning on one channel alone: from another one it says nothing that we could act on. */
const only = (channel: Platform, meaning: Meaning): OutcomeRow => ({ ...everywhere('fail'), [channel]: meaning });

/**
 * Decides what each refusal means, in this one place: a 429 (`RATE_LIMITED`) is a backoff of the account, for example. A
 * `CHANNEL_ERROR` is looked up by its sub-code; one without a sub-code, or with one that is not here, by its code.
 */
export const OUTCOMES: Readonly<Record<ErrorCode | SubCode | typeof OTHER_CODE, OutcomeRow>> = {
  INVALID_API_KEY: everywhere('wait_for_service'),
  INVALID_ACCOUNT: everywhere('fail'),
  ACCOUNT_INACTIVE: everywhere('account_disconnected'),
  INVALID_ACTION: everywhere('fail'),
  // Nothing in the params of these steps is a person's own text: the lead's profile, or the post just found, is not there.
  INVALID_PARAMS: everywhere('fail', {
    withdraw: 'nothing_to_do',
    check: 'impossible',
    enrich: 'impossible',
    like: 'impossible',
    react: 'impossible',
    comment: 'impossible',
  }),
  RATE_LIMITED: everywhere('back_off_account'),
  INSUFFICIENT_CREDITS: everywhere('wait_for_credits'),
  CHANNEL_ERROR: everywhere('fail'),
  INTERNAL_ERROR: everywhere('unknown'),
  [OTHER_CODE]: everywhere('fail'),

  PREMIUM_NAV_ACCESS_DENIED: only('professional', 'impossible'),
  ALREADY_CONNECTED: only('professional', 'connected'),
  INVITATION_PENDING: only('professional', 'invited'),
  INVITATION_LIMIT: only('professional', 'back_off_class'),
  RECENTLY_WITHDRAWN: only('professional', 'impossible'),
  NOT_CONNECTED: only('professional', 'impossible'),
  INMAIL_RESTRICTED: only('professional', 'impossible'),
  NO_INMAIL_CREDITS: only('professional', 'impossible'),
  NO_PREMIUM_SEAT: only('professional', 'impossible'),
  NOT_ON_MESSENGER: only('messenger', 'impossible'),
  // The session or the password is not accepted any more: nothing of this account will be, before a person signs in again.
  AUTH_FAILED: everywhere('account_disconnected'),
  INVALID_CODE: everywhere('fail'),
  VOICE_NOTE_TOO_LONG: everywhere('fail'),
  // As a hard bounce would have said: nobody is at this address.
  RECIPIENT_REFUSED: only('email', 'impossible'),
  // A full mailbox or greylisting concerns this mail, and not the account.
  MAIL_DEFERRED: only('email', 'try_later'),
};
