import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { CurrentSpan } from './scope.ts';
import { readTraceparent, type TraceIds, traceIdsOf } from './trace-ids.ts';
import type { OpenSpan, TraceSubject, Tracing } from './tracing.ts';

export interface TracingSettings {
  readonly service: string;
  readonly exporter: SpanExporter;
  /** The share of traces that are kept, 0 to 1. */
  readonly share: number;
}

/** Wall milliseconds that the last spans may take to be sent. */
const STOP_MS = 5000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** OpenTelemetry behind our spans. Loaded only where traces are wanted. */
export function startTracing({ service, exporter, share }: TracingSettings): Tracing {
  const ids = new KnownIds();
  const root = new TraceIdRatioBasedSampler(share);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': service, 'service.namespace': 'overture' })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
    sampler: new ParentBasedSampler({ root }),
    idGenerator: ids,
  });
  const tracer = provider.getTracer('overture');

  /** Whether a trace is kept follows from its id, so that every process decides alike. */
  const contextOf = ({ trace_id, span_id }: TraceIds): SpanContext => ({
    ...{ traceId: trace_id, spanId: span_id, isRemote: true },
    traceFlags: isKept(root, trace_id) ? TraceFlags.SAMPLED : TraceFlags.NONE,
  });
  const ofSubject = (subject: TraceSubject): SpanContext => contextOf(traceIdsOf(subject));

  return {
    open(asked, current) {
      const caller = readTraceparent(asked.traceparent);
      const under_way = current === undefined ? null : spanContext(current);
      const own = asked.of === undefined ? null : ofSubject(asked.of);
      const parent = own ?? (caller === null ? under_way : spanContext(caller));
      const links: Link[] = (asked.caused_by ?? []).map((subject) => ({ context: ofSubject(subject) }));
      if (under_way !== null && parent?.traceId !== under_way.traceId) links.push({ context: under_way });
      const options = { kind: KINDS[asked.kind ?? 'internal'], attributes: { ...asked.attributes }, links };
      const begin = () =>
        parent === null || asked.first
          ? tracer.startSpan(asked.name, { ...options, root: true }, ROOT_CONTEXT)
          : tracer.startSpan(asked.name, options, trace.setSpanContext(ROOT_CONTEXT, parent));
      const span = asked.first && own !== null ? ids.with(own, begin) : begin();
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        ...{ trace_id: traceId, span_id: spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
        set: (attributes) => void span.setAttributes({ ...attributes }),
        fail: (error) => void span.setStatus({ code: SpanStatusCode.ERROR, message: codeOf(error) }),
        end: () => span.end(),
      } satisfies OpenSpan;
    },
    // A receiver that does not answer holds up no role that ends; what could not be sent was reported.
    stop: () => Promise.race([provider.shutdown().catch(() => undefined), sleep(STOP_MS, undefined, { ref: false })]),
  };
}

const spanContext = ({ trace_id, span_id, sampled }: CurrentSpan): SpanContext => ({
  ...{ traceId: trace_id, spanId: span_id, isRemote: true },
  traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
});

const isKept = (sampler: Sampler, traceId: string): boolean =>
  sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, []).decision ===
  SamplingDecision.RECORD_AND_SAMPLED;

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Random ids, but for the first span of a trace whose ids are known. */
class KnownIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #known: SpanContext | null = null;

  with<T>(known: SpanContext, begin: () => T): T {
    this.#known = known;
    try {
      return begin();
    } finally {
      this.#known = null;
    }
  }

  generateTraceId = (): string => this.#known?.traceId ?? this.#random.generateTraceId();
  generateSpanId = (): string => this.#known?.spanId ?? this.#random.generateSpanId();
}
