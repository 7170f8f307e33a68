export type PostOutcome =
  | { readonly kind: 'response'; readonly status: number }
  | { readonly kind: 'timeout' | 'connection_error' | 'refused_address'; readonly error: string };
