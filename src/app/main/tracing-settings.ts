import { CodedError } from '../../shared/kit/coded-error.ts';
import { SECOND } from '../../shared/kit/duration.ts';
import type { OtlpSettings } from '../../shared/telemetry/otlp-exporter.ts';
import type { Environment } from './config/variables.ts';

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
/** RFC 9110, 5.1 and 5.5. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export interface TracingChoice extends Omit<OtlpSettings, 'onError' | 'onRejected'> {
  /** The share of traces that are kept, 0 to 1. */
  readonly share: number;
}

/**
 * Reads what the standard variables of OpenTelemetry say of traces; null where they say that there are none. A variable of
 * traces alone (`OTEL_EXPORTER_OTLP_TRACES_…`) takes the place of the common one. Throws CodedError `bad_tracing`.
 */
export function tracingSettings(environment: Environment): TracingChoice | null {
  const url = receiverOf(environment);
  if (url === null) return null;
  const of = <Name extends 'HEADERS' | 'PROTOCOL' | 'TIMEOUT'>(name: Name) => {
    const own = `OTEL_EXPORTER_OTLP_TRACES_${name}` as const;
    const common = `OTEL_EXPORTER_OTLP_${name}` as const;
    return environment[own] === undefined
      ? { variable: common, value: environment[common] }
      : { variable: own, value: environment[own] };
  };
  return {
    ...{ url, protocol: protocolOf(of('PROTOCOL')), headers: headersOf(of('HEADERS')) },
    timeout_ms: Number(of('TIMEOUT').value ?? 10 * SECOND),
    share: shareOf(environment),
  };
}

/** spec: OTLP exporter configuration: the endpoint of traces is taken as it is, the common one is a folder. */
function receiverOf(environment: Environment): string | null {
  const exporter = environment.OTEL_TRACES_EXPORTER ?? 'otlp';
  if (exporter !== 'otlp' && exporter !== 'none') {
    throw new CodedError('bad_tracing', `OTEL_TRACES_EXPORTER is ${exporter}, which is not known here.`, {
      fix: 'Set it to otlp or none.',
    });
  }
  if (environment.OTEL_SDK_DISABLED || exporter === 'none') return null;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: common } = environment;
  if (own !== undefined) return own;
  return common === undefined ? null : tracesBelow(common);
}

const PATH = '/v1/traces';

/** Appends the path of traces to a common URL. What stands behind the path, such as a key in the query, stays there. */
function tracesBelow(common: string): string {
  const url = new URL(common);
  const folder = url.pathname.replace(/\/+$/, '');
  if (folder.endsWith(PATH)) {
    throw new CodedError('bad_tracing', `OTEL_EXPORTER_OTLP_ENDPOINT ends with ${PATH}, which is added to it.`, {
      fix: `Leave ${PATH} out, or set OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, which is taken as it is.`,
    });
  }
  url.pathname = `${folder}${PATH}`;
  return url.href;
}

interface Given {
  readonly variable: string;
  readonly value: string | number | undefined;
}

function protocolOf({ variable, value = 'http/protobuf' }: Given): (typeof PROTOCOLS)[number] {
  const protocol = PROTOCOLS.find((one) => one === value);
  if (protocol !== undefined) return protocol;
  throw new CodedError('bad_tracing', `${variable} is ${value}, which is not spoken here.`, {
    fix: `Set it to ${PROTOCOLS.join(' or ')}, and the endpoint to where the collector takes OTLP over HTTP (port 4318; 4317 is that of gRPC).`,
  });
}

/** spec: `key1=value1,key2=value2`, percent-encoded. A value may be a secret, so none is told. */
function headersOf({ variable, value = '' }: Given): Record<string, string> {
  const entries = String(value)
    .split(',')
    .filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry, index) => {
      const at = entry.indexOf('=');
      const [name, content] = [
        entry.slice(0, Math.max(at, 0)).trim().toLowerCase(),
        decode(entry.slice(at + 1).trim()),
      ];
      if (NAME.test(name) && VALUE.test(content)) return [name, content];
      const what =
        at < 0 ? 'has no `=`' : NAME.test(name) ? 'has a value that no header may have' : 'has no name of a header';
      throw new CodedError('bad_tracing', `${variable} holds no headers: its entry ${index + 1} ${what}.`, {
        fix: 'Write `authorization=Bearer%20TOKEN,x-team=outreach`: commas between entries, and each comma, blank and % of a value percent-encoded.',
      });
    }),
  );
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
