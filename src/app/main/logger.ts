import { isatty } from 'node:tty';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { scopeFields } from '../../shared/telemetry/scope.ts';
import type { Environment } from './config/variables.ts';

import { loggedError } from './logged-error.ts';

const STANDARD_OUTPUT = 1;
/** Bytes. */
const MOST_UNWRITTEN = 1_000_000;

/** JSON lines on standard output; secrets and personal data never get a field of their own, and these are cut anyway. */
export function createLogger(role: string, environment: Environment, file: number = STANDARD_OUTPUT): Logger {
  const options: LoggerOptions = {
    name: role,
    level: environment.OVERTURE_LOG_LEVEL ?? 'info',
    mixin: (_fields, _level, logger) => withoutThoseOf(logger, scopeFields()),
    // A line's own fields come first.
    mixinMergeStrategy: (fields, scope) => ({ ...scope, ...fields }),
    serializers: { err: loggedError },
    redact: ['req.headers', 'headers', '*.authorization', '*.api_key', '*.secret', '*.password', '*.token'],
  };
  // A person at a terminal reads lines; a log collector reads JSON.
  if (isatty(file)) {
    return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
  }
  const destination = pino.destination({ dest: file, sync: true, maxLength: MOST_UNWRITTEN });
  // What cannot be written (a full disk) is kept up to that size, then dropped: nobody's work may end for a log.
  destination.on('error', () => undefined);
  return pino(options, destination);
}

/** The logger of a request writes the id of the request by itself: no line says it twice. */
function withoutThoseOf(logger: Logger, scope: Readonly<Record<string, string>>): Record<string, string> {
  if (scope.request_id === undefined || !('request_id' in logger.bindings())) return { ...scope };
  const { request_id: _, ...others } = scope;
  return others;
}
