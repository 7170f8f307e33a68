import { ERROR_STATUS, type ErrorCode, isErrorCode } from '../../contract/errors.ts';
import { DEPRECATION } from '../../contract/headers.ts';
import { V1_DEPRECATED_AT } from '../../contract/v1.ts';
import type { StoredAnswer } from '../idempotency/stored-answers.ts';

/** As V2 gives it, before it has V1's form. */
export type GivenAnswer = StoredAnswer & { readonly replayed: boolean };

export const isV1Path = (path: string): boolean => /^\/v1(\/|$)/.test(path);

/** RFC 9745: a date as a structured field. */
export const DEPRECATION_HEADER = Object.freeze({ [DEPRECATION]: `@${V1_DEPRECATED_AT}` });

/** The uniform envelope, as the handlers of V2 give it. */
interface Envelope {
  readonly success?: unknown;
  readonly data?: object;
  readonly error?: { readonly code: string; readonly message: string; readonly sub_code?: string };
  readonly metadata?: object;
}

/**
 * An answer of V2 in V1's form. `data` of `messages / send` still shows that form: V1 had the fields at the top, beside
 * `status`. They are there, and whole in `data`, where a field of theirs is called `status` too.
 * @unspecified `error_code` and `metadata`, which help those who move over.
 */
export function v1Body({ success, data, error, metadata }: Envelope): object {
  if (success === true) return { data, ...data, status: 'success', metadata };
  return {
    status: 'error',
    message: error?.message ?? '',
    error_code: error?.code,
    ...(error?.sub_code === undefined ? {} : { sub_code: error.sub_code }),
    metadata,
  };
}

/** Errors that have a status of their own in V1 too. @unspecified which: the specification says that most have not. */
const WITH_STATUS: readonly ErrorCode[] = ['INVALID_API_KEY', 'RATE_LIMITED', 'INTERNAL_ERROR'];

/** spec: Versioning, rule 1: most errors are 200. Those of the router, whose status is not that of their code, keep it. */
export function v1Status(status: number, code: string | undefined): number {
  if (code === undefined || !isErrorCode(code)) return status;
  return WITH_STATUS.includes(code) || status !== ERROR_STATUS[code] ? status : 200;
}
