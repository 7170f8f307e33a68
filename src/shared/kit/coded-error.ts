/**
 * The base of every error that a caller may meet: a stable code, what is wrong, and how to fix it. Expected outcomes are
 * values, not errors.
 */
export class CodedError extends Error {
  readonly code: string;
  /** How to fix it, in one sentence. */
  readonly fix: string | undefined;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    options: { fix?: string; detail?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.fix = options.fix;
    this.detail = options.detail ?? {};
  }
}
