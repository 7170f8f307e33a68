import { asError } from '../../shared/kit/thrown.ts';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The table and column of a refused statement; its values are never told. */
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const DEEPEST = 5;

/**
 * Makes the part of an error that a log line tells: what it is and where it comes from. Fields that a library hangs onto its
 * errors stay out, for they hold what was worked on: Postgres repeats the whole row, an HTTP client the request.
 */
export function loggedError(thrown: unknown, depth = 1): LoggedError {
  const error = asError(thrown);
  const message = isOfPostgres(error) ? withoutValues(error.message) : error.message;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    type: error.name,
    message,
    ...textsOf(error, ['code', ...(isOfPostgres(error) ? ['table', 'column', 'constraint'] : [])]),
    ...(frames.length > 0 ? { stack: frames.join('\n') } : {}),
    ...(error.cause !== undefined && depth < DEEPEST ? { cause: loggedError(error.cause, depth + 1) } : {}),
  };
}

const isOfPostgres = (error: Error): boolean => 'severity' in error && 'routine' in error;

/**
 * Blanks the quotes of a message. They hold names of constraints, which have fields of their own, and values, which are
 * somebody's.
 */
const withoutValues = (message: string): string => message.replace(/"(?:[^"]|"")*"/g, '"…"');

function textsOf(error: Error, names: readonly string[]): Record<string, string> {
  const entries = new Map<string, unknown>(Object.entries(error));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = entries.get(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
