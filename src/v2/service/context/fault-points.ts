/**
 * A fault that the sandbox injects into a call on purpose. Each `/v2` call asks for one once, after its key, rate, body and
 * account were found good; the HTTP layer then executes it.
 */
export type Fault =
  /** Answers 429, 500 or, in place of the channel's answer, 422. */
  | { readonly kind: 'rate_limited' | 'internal_error' | 'channel_error' }
  /** Cuts the connection, with no effect or after it. */
  | { readonly kind: 'drop_before' | 'drop_after' }
  /** Has its effect, then answers half the body with 200. */
  | { readonly kind: 'truncate' }
  /** Waits before anything happens. Wall milliseconds. */
  | { readonly kind: 'delay'; readonly ms: number };

export interface FaultyCall {
  readonly user_id: string;
  /** Without the query, `/v2/messages`. */
  readonly path: string;
  /** As in `metadata.action`. */
  readonly action: string | null;
  readonly account_id: string | null;
}

/** Consumes and returns the fault that this call meets; null for none. */
export type FaultSource = (call: FaultyCall) => Fault | null | Promise<Fault | null>;

export interface FaultPoints {
  /** Names the source, once; without one no call fails. */
  use(source: FaultSource): void;
  take(call: FaultyCall): Promise<Fault | null>;
  /** Calls that a delay holds back, by owner and Idempotency-Key: they count as running, and their duplicates are answered so. */
  readonly delayed: Set<string>;
}

export function createFaultPoints(): FaultPoints {
  let source: FaultSource | null = null;
  return {
    delayed: new Set(),
    use(given) {
      source = given;
    },
    take: async (call) => (source === null ? null : source(call)),
  };
}
