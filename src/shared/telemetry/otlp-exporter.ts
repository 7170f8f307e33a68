import { setTimeout as sleep } from 'node:timers/promises';
import { ExportResultCode } from '@opentelemetry/core';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { createHttpDialer } from '../dial/create-http-dialer.ts';
import { CONFIGURED } from '../dial/policies.ts';
import { backoff, spread } from '../kit/backoff.ts';
import { shortenText } from '../kit/cut-text.ts';
import { SECOND } from '../kit/duration.ts';
import { isRecord } from '../kit/is-record.ts';
import { oneLine } from '../kit/one-line.ts';
import { retryAfter } from '../kit/retry-after.ts';
import { asError } from '../kit/thrown.ts';

export interface OtlpSettings {
  /** The URL of the receiver of traces, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Wall milliseconds of one try. */
  readonly timeout_ms: number;
  readonly onError: (error: unknown) => void;
  /** Spans of an accepted batch that the receiver did not take; 0, where it only says something of them. They are not sent again. */
  readonly onRejected: (rejected: { readonly rejected_spans: number; readonly reason: string }) => void;
}

const FORMATS = {
  'http/protobuf': { type: 'application/x-protobuf', serializer: ProtobufTraceSerializer },
  'http/json': { type: 'application/json', serializer: JsonTraceSerializer },
} as const;
const TRIES = 3;
/** spec: OTLP/HTTP, retryable response codes. */
const RETRIED = [429, 502, 503, 504];
/** Wall milliseconds. Who asks for more gets the next batch instead: spans are made meanwhile, and there is a place for so many alone. */
const LONGEST_WAIT = 20 * SECOND;
/** Bytes of an answer: what is longer tells nothing that OTLP knows. */
const LONGEST_ANSWER = 64 * 1024;
const LONGEST_REASON = 500;

/** Sends spans by OTLP over HTTP, through the dialer as everything else that leaves us. What cannot be sent is dropped. */
export function createOtlpExporter(settings: OtlpSettings): SpanExporter {
  const { url, headers, protocol, timeout_ms, onError, onRejected } = settings;
  const http = createHttpDialer(CONFIGURED, { connect_timeout: timeout_ms });
  const { type, serializer } = FORMATS[protocol];
  const under_way = new Set<Promise<void>>();

  async function ask(body: Uint8Array) {
    const {
      statusCode,
      headers: given,
      body: answer,
    } = await http.request(url, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': type }, body: Buffer.from(body) },
      signal: AbortSignal.timeout(timeout_ms),
    });
    const wait_ms = retryAfter([given['retry-after']].flat()[0], Date.now()) ?? 0;
    return { status: statusCode, wait_ms, answer: await readUpTo(answer, LONGEST_ANSWER) };
  }

  /** The receiver's answer; where it has to be asked again, what it says in the end counts. */
  async function post(body: Uint8Array): Promise<Uint8Array> {
    for (let tries = 1; ; tries++) {
      const answer = await ask(body).catch(asError);
      const failed = answer instanceof Error || RETRIED.includes(answer.status);
      if (!failed && answer.status < 300) return answer.answer;
      const wait_ms = answer instanceof Error ? 0 : answer.wait_ms;
      if (!failed || tries === TRIES || wait_ms > LONGEST_WAIT)
        throw answer instanceof Error ? answer : new Error(`the receiver of traces answers ${answer.status}`);
      await sleep(Math.max(wait_ms, spread(backoff(tries, SECOND, 5 * SECOND))));
    }
  }

  /** spec: OTLP/HTTP, partial success. */
  function lookForRejected(answer: Uint8Array): void {
    const { rejected_spans, reason } = rejectedIn(serializer.deserializeResponse, answer);
    if (rejected_spans > 0 || reason !== '') onRejected({ rejected_spans, reason });
  }

  return {
    export(spans: ReadableSpan[], done) {
      const body = serializer.serializeRequest(spans);
      const sent = post(body ?? new Uint8Array()).then(
        (answer) => {
          lookForRejected(answer);
          done({ code: ExportResultCode.SUCCESS });
        },
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

/** Reads what a receiver says of a batch that it accepted. Many say nothing, or something else than OTLP: that rejects nothing. */
function rejectedIn(read: (answer: Uint8Array) => unknown, answer: Uint8Array) {
  const nothing = { rejected_spans: 0, reason: '' };
  try {
    const success = read(answer);
    if (!isRecord(success) || !isRecord(success.partialSuccess)) return nothing;
    const { rejectedSpans, errorMessage } = success.partialSuccess;
    return {
      // In JSON, numbers of 64 bits are texts.
      rejected_spans: Math.max(0, Number(rejectedSpans ?? 0) || 0),
      reason: shortenText(oneLine(typeof errorMessage === 'string' ? errorMessage : ''), LONGEST_REASON),
    };
  } catch {
    return nothing;
  }
}

/** The beginning of a body; leaving it early destroys the connection. */
async function readUpTo(body: AsyncIterable<Buffer>, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    read += chunk.length;
    if (read >= limit) break;
  }
  return Buffer.concat(chunks);
}
