import { createHash } from 'node:crypto';
import type { TraceSubject } from './tracing.ts';

export interface TraceIds {
  readonly trace_id: string;
  /** The id of the trace's first span. */
  readonly span_id: string;
}

/** The ids of a subject's trace: the same in every process and every year. */
export function traceIdsOf(subject: TraceSubject): TraceIds {
  const [[kind, id] = ['', '']] = Object.entries(subject);
  const digest = createHash('sha256').update(`overture ${kind} ${id}`).digest('hex');
  return { trace_id: digest.slice(0, 32), span_id: digest.slice(32, 48) };
}

const HEADER = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Reads a `traceparent` header (W3C Trace Context); null where it says nothing. */
export function readTraceparent(header: string | undefined): (TraceIds & { readonly sampled: boolean }) | null {
  const [, trace_id = '', span_id = '', flags = '00'] = HEADER.exec(header ?? '') ?? [];
  if (!/[1-9a-f]/.test(trace_id) || !/[1-9a-f]/.test(span_id)) return null;
  return { trace_id, span_id, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
