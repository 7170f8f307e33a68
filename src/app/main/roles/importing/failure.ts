import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { asError } from '../../../../shared/kit/thrown.ts';
import { type Unavailable, unavailableBy } from '../../../../shared/postgres/unavailable.ts';

/** An error on its way to another thread, to which of an error itself only its texts would come. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Own codes, and those of Postgres. */
  readonly code: string | undefined;
  readonly fix: string | undefined;
  readonly unavailable: Unavailable | null;
  readonly cause: Failure | undefined;
}

export function failureOf(error: unknown): Failure {
  const { name, message, stack, cause } = asError(error);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    ...{ name, message, stack, code },
    fix: error instanceof CodedError ? error.fix : undefined,
    unavailable: unavailableBy(error),
    cause: cause === undefined ? undefined : failureOf(cause),
  };
}

export function errorOf({ message, cause, name, stack, code, fix }: Failure): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause: errorOf(cause) });
  const known = Object.entries({ stack, code, fix }).filter(([, value]) => value !== undefined);
  return Object.assign(error, { name, ...Object.fromEntries(known) });
}
