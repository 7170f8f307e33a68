import { LoggerWithComposedMetadata } from '@temporalio/common';
import { DefaultLogger, type LogEntry, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

const PROMETHEUS_STYLE = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };

/** The part of a pino logger that the bridge uses. */
export interface RuntimeLog {
  readonly trace: LogLine;
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}
type LogLine = (fields: object, message: string) => void;

/**
 * Sends the SDK's own lines and its core's warnings to our log, and shows its metrics at that address, for this machine. Once per process,
 * before the first connection. Signals stay ours: the supervisor stops the worker in its turn.
 */
export function installRuntime(log: RuntimeLog, { metrics }: { readonly metrics?: string } = {}): void {
  dropMinorLines();
  Runtime.install({
    logger: new DefaultLogger('INFO', (entry) => write(log, entry)),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) },
      ...(metrics === undefined ? {} : { metrics: { prometheus: { bindAddress: metrics, ...PROMETHEUS_STYLE } } }),
    },
    shutdownSignals: [],
  });
}

/**
 * The SDK composes a line for each task and activity, keeps all in the order of their times for a moment, and drops those below INFO after that. They are dropped where they are written: a
 * fiftieth of what a worker computes.
 */
function dropMinorLines(): void {
  const drop = (): void => undefined;
  Object.assign(LoggerWithComposedMetadata.prototype, { trace: drop, debug: drop });
}

function write(log: RuntimeLog, { level, message, meta }: LogEntry): void {
  const { error, ...fields } = meta ?? {};
  const line = error === undefined ? fields : { ...fields, err: error };
  switch (level) {
    case 'TRACE':
      log.trace(line, message);
      break;
    case 'DEBUG':
      log.debug(line, message);
      break;
    case 'INFO':
      log.info(line, message);
      break;
    case 'WARN':
      log.warn(line, message);
      break;
    case 'ERROR':
      log.error(line, message);
      break;
  }
}
