import type { SubCode } from '../errors.ts';

/** Sub-codes with which a platform may refuse, by `category/action` or by an endpoint's action. @unspecified: see `SUB_CODES`. */
const REFUSALS: Readonly<Record<string, readonly SubCode[]>> = {
  'profiles/unlock': ['PREMIUM_NAV_ACCESS_DENIED'],
  'messages/send': [
    'NOT_CONNECTED',
    'INMAIL_RESTRICTED',
    'NO_INMAIL_CREDITS',
    'NO_PREMIUM_SEAT',
    'VOICE_NOTE_TOO_LONG',
    'NOT_ON_MESSENGER',
    'RECIPIENT_REFUSED',
    'MAIL_DEFERRED',
    'AUTH_FAILED',
  ],
  'messages/list_inbox': ['NO_PREMIUM_SEAT'],
  'messages/get_conversation': ['NO_PREMIUM_SEAT'],
  'network/invite': ['ALREADY_CONNECTED', 'INVITATION_PENDING', 'INVITATION_LIMIT', 'RECENTLY_WITHDRAWN'],
  'balance/get': ['NO_PREMIUM_SEAT'],
  checkpoint: ['INVALID_CODE'],
};

const WHY: Readonly<Record<SubCode, string>> = {
  PREMIUM_NAV_ACCESS_DENIED: 'the account has no premium seat, or the network refuses the unlock',
  ALREADY_CONNECTED: 'the person is a connection already',
  INVITATION_PENDING: 'an invitation between the two is pending',
  INVITATION_LIMIT: "the week's invitations are used up",
  RECENTLY_WITHDRAWN: 'an invitation to this person was withdrawn less than three weeks ago',
  NOT_CONNECTED: 'a plain message reaches connections only',
  INMAIL_RESTRICTED: 'the person takes no InMail',
  NO_INMAIL_CREDITS: 'the premium seat has no InMail credits left',
  NO_PREMIUM_SEAT: 'the account has no premium seat',
  AUTH_FAILED: 'the credentials were refused',
  INVALID_CODE: 'the verification code is wrong or too old',
  VOICE_NOTE_TOO_LONG: 'a voice note may last one minute',
  NOT_ON_MESSENGER: 'the number is not on the messenger',
  RECIPIENT_REFUSED: 'the mail server refused a recipient for good: nothing was sent, to none of them',
  MAIL_DEFERRED: 'the mail server does not take this mail now: nothing was sent, and the same call may succeed later',
};

export interface Refusal {
  readonly sub_code: SubCode;
  readonly why: string;
}

export const refusalsOf = (name: string): readonly Refusal[] =>
  (REFUSALS[name] ?? []).map((sub_code) => ({ sub_code, why: WHY[sub_code] }));
