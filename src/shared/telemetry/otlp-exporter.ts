import { setTimeout as sleep } from 'node:timers/promises';
import { ExportResultCode } from '@opentelemetry/core';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { createHttpDialer } from '../dial/create-http-dialer.ts';
import { CONFIGURED } from '../dial/policies.ts';
import { backoff, spread } from '../kit/backoff.ts';
import { SECOND } from '../kit/duration.ts';
import { asError } from '../kit/thrown.ts';

export interface OtlpSettings {
  /** Of the receiver of traces, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Wall milliseconds of one try. */
  readonly timeout_ms: number;
  readonly onError: (error: unknown) => void;
}

const FORMATS = {
  'http/protobuf': { type: 'application/x-protobuf', serializer: ProtobufTraceSerializer },
  'http/json': { type: 'application/json', serializer: JsonTraceSerializer },
} as const;
const TRIES = 3;
/** spec: OTLP/HTTP, retryable response codes. */
const RETRIED = [429, 502, 503, 504];

/** Sends spans by OTLP over HTTP, through the dialer as everything else that leaves us. What cannot be sent is dropped. */
export function createOtlpExporter({ url, headers, protocol, timeout_ms, onError }: OtlpSettings): SpanExporter {
  const http = createHttpDialer(CONFIGURED, { connect_timeout: timeout_ms });
  const { type, serializer } = FORMATS[protocol];
  const under_way = new Set<Promise<void>>();

  async function post(body: Uint8Array): Promise<void> {
    for (let tries = 1; ; tries++) {
      const answer = await http
        .request(url, {
          ...{ method: 'POST', headers: { ...headers, 'content-type': type }, body: Buffer.from(body) },
          signal: AbortSignal.timeout(timeout_ms),
        })
        .catch(asError);
      if (!(answer instanceof Error)) await answer.body.dump();
      const failed = answer instanceof Error || RETRIED.includes(answer.statusCode);
      if (!failed && answer.statusCode < 300) return;
      if (!failed || tries === TRIES)
        throw answer instanceof Error ? answer : new Error(`the receiver of traces answers ${answer.statusCode}`);
      await sleep(spread(backoff(tries, SECOND, 5 * SECOND)));
    }
  }

  return {
    export(spans: ReadableSpan[], done) {
      const body = serializer.serializeRequest(spans);
      const sent = post(body ?? new Uint8Array()).then(
        () => done({ code: ExportResultCode.SUCCESS }),
        (error: unknown) => {
          onError(error);
          done({ code: ExportResultCode.FAILED, error: asError(error) });
        },
      );
      under_way.add(sent);
      void sent.finally(() => under_way.delete(sent));
    },
    async forceFlush() {
      await Promise.all(under_way);
    },
    async shutdown() {
      await Promise.all(under_way);
      await http.destroy();
    },
  };
}
