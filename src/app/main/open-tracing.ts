import type { Logger } from 'pino';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { MINUTE, SECOND } from '../../shared/kit/duration.ts';
import { traceWith } from '../../shared/telemetry/tracing.ts';
import type { Environment } from './config/variables.ts';

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/**
 * Traces a role where the standard variables of OpenTelemetry say where spans go; the returned function sends the last ones. Nothing of
 * OpenTelemetry is loaded where they do not. Throws CodedError `bad_tracing`.
 */
export async function openTracing(role: string, environment: Environment, log: Logger): Promise<() => Promise<void>> {
  const url = receiverOf(environment);
  if (url === null) return async () => undefined;
  const protocol = protocolOf(environment.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf');
  const share = shareOf(environment);
  const [{ startTracing }, { createOtlpExporter }] = await Promise.all([
    import('../../shared/telemetry/start-tracing.ts'),
    import('../../shared/telemetry/otlp-exporter.ts'),
  ]);
  let warned = Number.NEGATIVE_INFINITY;
  const exporter = createOtlpExporter({
    ...{ url, protocol, headers: headersOf(environment.OTEL_EXPORTER_OTLP_HEADERS ?? '') },
    timeout_ms: environment.OTEL_EXPORTER_OTLP_TIMEOUT ?? 10 * SECOND,
    onError(err) {
      if (performance.now() - warned < MINUTE) return;
      warned = performance.now();
      log.warn({ err }, 'spans could not be sent, and are dropped');
    },
  });
  const service = environment.OTEL_SERVICE_NAME ?? `overture-${role}`;
  return traceWith(startTracing({ service, exporter, share }));
}

/** spec: OTLP exporter configuration: the endpoint of traces is taken as it is, the common one is a folder. */
function receiverOf(environment: Environment): string | null {
  if (environment.OTEL_SDK_DISABLED || environment.OTEL_TRACES_EXPORTER === 'none') return null;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: common } = environment;
  if (own !== undefined) return own;
  return common === undefined ? null : `${common.replace(/\/+$/, '')}/v1/traces`;
}

function protocolOf(given: string): (typeof PROTOCOLS)[number] {
  const protocol = PROTOCOLS.find((one) => one === given);
  if (protocol !== undefined) return protocol;
  throw new CodedError('bad_tracing', `OTEL_EXPORTER_OTLP_PROTOCOL is ${given}, which is not spoken here.`, {
    fix: `Set it to ${PROTOCOLS.join(' or ')}, and the endpoint to where the collector takes OTLP over HTTP (port 4318).`,
  });
}

/** spec: `key1=value1,key2=value2`, percent-encoded. */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim().toLowerCase(), decode(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shareOf({
  OTEL_TRACES_SAMPLER: sampler = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: arg,
}: Environment) {
  const kind = sampler.replace(/^parentbased_/, '');
  if (kind === 'always_on') return 1;
  if (kind === 'always_off') return 0;
  if (kind === 'traceidratio') return Math.min(1, Math.max(0, arg ?? 1));
  throw new CodedError('bad_tracing', `OTEL_TRACES_SAMPLER is ${sampler}, which is not known here.`, {
    fix: 'Set it to always_on, always_off or traceidratio (each also with parentbased_ before it).',
  });
}
