import { AsyncLocalStorage } from 'node:async_hooks';

/** The span under way, as others continue its trace. */
export interface CurrentSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly sampled: boolean;
}

/** The work under way, for log lines and spans: ids and nothing else. */
export interface Scope {
  readonly request_id?: string;
  readonly enrollment?: string;
  readonly account?: string;
  readonly event?: string;
  readonly span?: CurrentSpan;
}

let storage: AsyncLocalStorage<Scope> | null = null;

/**
 * From now on this process knows what it works on. It costs a little with every promise (Node 20 counts them all), so it is kept where
 * it costs nothing more (Temporal's SDK keeps such a storage in the worker anyway) or is worth it (traces).
 */
export function keepScope(): void {
  storage ??= new AsyncLocalStorage();
}

export const currentScope = (): Scope | undefined => storage?.getStore();

/** Does the work with more known of what it is about. */
export function within<T>(more: Scope, work: () => T): T {
  return storage === null ? work() : storage.run({ ...storage.getStore(), ...more }, work);
}

/** The fields of the scope in each log line. */
export function scopeFields(): Readonly<Record<string, string>> {
  const scope = currentScope();
  if (scope === undefined) return {};
  const { span, ...ids } = scope;
  return span === undefined ? ids : { ...ids, trace_id: span.trace_id, span_id: span.span_id };
}
