import { type Logger, pino } from 'pino';
import type { Environment } from './config/variables.ts';

/** JSON lines on standard output; secrets and personal data never get a field of their own, and these are cut anyway. */
export function createLogger(role: string, environment: Environment): Logger {
  return pino({
    name: role,
    // A person at a terminal reads lines; a log collector reads JSON.
    ...(process.stdout.isTTY ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } } : {}),
    level: environment.OVERTURE_LOG_LEVEL ?? 'info',
    redact: ['req.headers', 'headers', '*.authorization', '*.api_key', '*.secret', '*.password', '*.token'],
  });
}
