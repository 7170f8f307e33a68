import { CodedError } from '../../../shared/kit/coded-error.ts';
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

export const invalidParams = (message: string): ServiceError => new ServiceError('INVALID_PARAMS', message);
