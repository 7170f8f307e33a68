import type { Logger } from 'pino';
import { MINUTE } from '../../shared/kit/duration.ts';
import { traceWith } from '../../shared/telemetry/tracing.ts';
import type { Environment } from './config/variables.ts';
import { tracingSettings } from './tracing-settings.ts';

/**
 * Traces a role where the standard variables of OpenTelemetry say where spans go; the returned function sends the last ones. Nothing of
 * OpenTelemetry is loaded where they do not. Throws CodedError `bad_tracing`.
 */
export async function openTracing(role: string, environment: Environment, log: Logger): Promise<() => Promise<void>> {
  const settings = tracingSettings(environment);
  if (settings === null) return async () => undefined;
  const [{ startTracing }, { createOtlpExporter }] = await Promise.all([
    import('../../shared/telemetry/start-tracing.ts'),
    import('../../shared/telemetry/otlp-exporter.ts'),
  ]);
  const exporter = createOtlpExporter({
    ...settings,
    onError: oncePerMinute((err: unknown) => log.warn({ err }, 'spans could not be sent, and are dropped')),
    onRejected: oncePerMinute((rejected: object) =>
      log.warn(rejected, 'the receiver of traces did not take all spans, or warns of them'),
    ),
  });
  const service = environment.OTEL_SERVICE_NAME ?? `overture-${role}`;
  return traceWith(startTracing({ service, exporter, share: settings.share }));
}

/** Batches follow each other every few seconds, and what is wrong with one is wrong with the next. */
function oncePerMinute<Message>(tell: (message: Message) => void): (message: Message) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (message) => {
    if (performance.now() - last < MINUTE) return;
    last = performance.now();
    tell(message);
  };
}
