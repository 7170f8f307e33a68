import { type CurrentSpan, currentScope, keepScope, within } from './scope.ts';

/** A subject that has a trace of its own, whose ids everybody can tell from its id: nothing has to be handed on over months. */
export type TraceSubject = { readonly enrollment: string } | { readonly event: string };

export interface SpanAsked {
  readonly name: string;
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** The subject in whose trace it is. Absent: the trace under way, else one of its own. */
  readonly of?: TraceSubject;
  /** The first span of that trace, with the ids that all others know. */
  readonly first?: true;
  /** The header of whoever called us. */
  readonly traceparent?: string | undefined;
  /** Other subjects that led to it, beside the span under way. */
  readonly caused_by?: readonly TraceSubject[];
  /** Ids, names of kinds and numbers; no text of a person. */
  readonly attributes?: Attributes;
}

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface OpenSpan extends CurrentSpan {
  set(attributes: Attributes): void;
  /** Marks the span as failed, by the error's code alone: a message may quote somebody. */
  fail(error: unknown): void;
  end(): void;
}

export interface Tracing {
  open(asked: SpanAsked, current: CurrentSpan | undefined): OpenSpan;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let tracing: Tracing | null = null;

/** From now on this process is traced, until the returned function is called. */
export function traceWith(given: Tracing): () => Promise<void> {
  keepScope();
  tracing = given;
  return async () => {
    if (tracing === given) tracing = null;
    await given.stop();
  };
}

export const isTraced = (): boolean => tracing !== null;

/** Null while nothing is traced. Whoever opens it ends it. */
export const openSpan = (asked: SpanAsked): OpenSpan | null => tracing?.open(asked, currentScope()?.span) ?? null;

/** Does the work in a span, which costs nothing while nothing is traced. */
export async function inSpan<T>(asked: SpanAsked, work: (span: OpenSpan | null) => Promise<T>): Promise<T> {
  const span = openSpan(asked);
  if (span === null) return work(null);
  try {
    return await within({ span }, () => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Something happened, which takes no time. */
export function markSpan(asked: SpanAsked): void {
  openSpan(asked)?.end();
}

/** The header by which another process continues the trace; absent where nothing is traced. */
export function traceHeader(span: CurrentSpan | null | undefined = currentScope()?.span): { traceparent?: string } {
  if (tracing === null || !span) return {};
  return { traceparent: `00-${span.trace_id}-${span.span_id}-${span.sampled ? '01' : '00'}` };
}
