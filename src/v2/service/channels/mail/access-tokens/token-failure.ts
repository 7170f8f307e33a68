/** Why a token endpoint gave no access token. */
export class TokenFailure extends Error {
  /**
   * `refused`: it takes the grant no more, and only a person can give another (RFC 6749, 5.2). `unavailable`: nobody knows; it is
   * asked again later.
   */
  readonly kind: 'refused' | 'unavailable';
  /** The endpoint's own code, as `invalid_grant`; else the HTTP status, or the code of the connection. */
  readonly reason: string;
  /** Milliseconds; of an endpoint that says when to come again. */
  readonly retry_after: number | null;

  constructor(kind: TokenFailure['kind'], reason: string, retryAfter: number | null = null) {
    super(
      kind === 'refused'
        ? `no access token can be obtained any longer: ${reason}`
        : `no access token for now: ${reason}`,
    );
    this.kind = kind;
    this.reason = reason;
    this.retry_after = retryAfter;
  }
}
