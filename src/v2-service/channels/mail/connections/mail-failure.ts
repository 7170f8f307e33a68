export interface MailFailure {
  readonly kind: /** The server does not take the credentials (any more). */
    | 'auth'
    /** No connection, or it broke: nothing says whether what was last asked for happened. */
    | 'unreachable'
    /** The server answered no to what was asked. */
    | 'refused'
    | 'unknown';
  /** The reply's code: of SMTP (421, 550), or the code of the system or the library. */
  readonly code: number | string | null;
  /** What the server wrote, on one line and cut; null where it wrote nothing. */
  readonly reply: string | null;
}
