import { CodedError } from '../../../shared/kit/coded-error.ts';
import { describeUnavailable, unavailableBy } from '../../../shared/postgres/unavailable.ts';
import { ERROR_STATUS, type ErrorCode, type SubCode } from '../../contract/errors.ts';

/** An error answer of the service. Thrown inside a call's transaction it undoes all that the call did. */
export class ServiceError extends CodedError {
  declare readonly code: ErrorCode;
  readonly status: number;
  readonly sub_code: SubCode | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      status?: number;
      sub_code?: SubCode | undefined;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(code, message, options.cause === undefined ? {} : { cause: options.cause });
    this.status = options.status ?? ERROR_STATUS[code];
    this.sub_code = options.sub_code;
    this.headers = options.headers ?? {};
  }
}

/**
 * 503 with `Retry-After` where Postgres could not do what it was asked; null: something else is wrong. By its code nobody knows whether the
 * call had its effect: what was done outside of the database may have been.
 */
export function unavailableError(error: unknown): ServiceError | null {
  const reason = unavailableBy(error);
  if (reason === null) return null;
  const { text, retry_after } = describeUnavailable(reason);
  const headers = { 'retry-after': String(retry_after) };
  return new ServiceError('INTERNAL_ERROR', text, { status: 503, headers, cause: error });
}

export const invalidParams = (message: string): ServiceError => new ServiceError('INVALID_PARAMS', message);
