export type PostOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Milliseconds, from `Retry-After`; null where the answer has none. */
      readonly retry_after_ms: number | null;
    }
  | { readonly kind: 'timeout' | 'connection_error' | 'refused_address'; readonly error: string };
