/** spec: Errors. The status of every code; what no endpoint answers alone differs (see `HTTP_STATUS_OF_ROUTER_ERRORS`). */
export const ERROR_STATUS = {
  INVALID_API_KEY: 403,
  INVALID_ACCOUNT: 404,
  ACCOUNT_INACTIVE: 403,
  INVALID_ACTION: 400,
  INVALID_PARAMS: 400,
  RATE_LIMITED: 429,
  INSUFFICIENT_CREDITS: 402,
  CHANNEL_ERROR: 422,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * Refusals that a `CHANNEL_ERROR` may name.
 * @unspecified all but PREMIUM_NAV_ACCESS_DENIED: the specification shows only that one.
 */
export const SUB_CODES = [
  'PREMIUM_NAV_ACCESS_DENIED',
  'ALREADY_CONNECTED',
  'INVITATION_PENDING',
  'INVITATION_LIMIT',
  'RECENTLY_WITHDRAWN',
  'NOT_CONNECTED',
  'INMAIL_RESTRICTED',
  'NO_INMAIL_CREDITS',
  'NO_PREMIUM_SEAT',
  'AUTH_FAILED',
  'INVALID_CODE',
  'VOICE_NOTE_TOO_LONG',
  'NOT_ON_MESSENGER',
  /** The mail server took the mail for nobody: what a hard bounce would have told later. */
  'RECIPIENT_REFUSED',
  /** The mail server would not take this mail now; nothing was sent. */
  'MAIL_DEFERRED',
] as const;

export type SubCode = (typeof SUB_CODES)[number];

export const ERROR_CODES = Object.freeze(Object.keys(ERROR_STATUS) as ErrorCode[]);

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code);

/**
 * Errors before an endpoint is reached, or because the service's own database is away: the only ones whose status differs from the table above.
 * @unspecified
 */
export const HTTP_STATUS_OF_ROUTER_ERRORS = {
  unknown_path: { status: 404, code: 'INVALID_ACTION' },
  wrong_method: { status: 405, code: 'INVALID_ACTION' },
  malformed_body: { status: 400, code: 'INVALID_PARAMS' },
  body_too_large: { status: 413, code: 'INVALID_PARAMS' },
  database_unavailable: { status: 503, code: 'INTERNAL_ERROR' },
} as const satisfies Record<string, { status: number; code: ErrorCode }>;

/** Refusals that the examples show as charged. spec: Errors, rule 1. */
export const CREDITS_OF_CHARGED_REFUSALS = { 'profiles/unlock': 1, 'balance/get': 1 } as const;
