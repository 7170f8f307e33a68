/** As much of a connection as is needed to end it. */
export interface EndedSocket {
  readonly writable: boolean;
  end(text: string): unknown;
  destroy(): unknown;
}

/** The reason why a request could not be read, as Node's parser tells it: headers without end, or no HTTP at all. */
export type Unreadable = 'headers_too_large' | 'not_http' | 'too_slow';

/**
 * Answers on a connection whose request Node's parser gave up on, which therefore has no route and no handler: the answer is
 * written by hand, and the connection ends with it.
 */
export function answerUnreadable(
  socket: EndedSocket,
  error: { readonly code?: string },
  write: (why: Unreadable) => { readonly status: string; readonly headers: readonly string[]; readonly body: string },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = write(REASONS[error.code ?? ''] ?? 'not_http');
  const lines = [
    `HTTP/1.1 ${status}`,
    ...headers,
    'x-content-type-options: nosniff',
    `content-length: ${new TextEncoder().encode(body).length}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Node's error for a request that did not come to its end in time. */
export const LATE = { code: 'ERR_HTTP_REQUEST_TIMEOUT' } as const;

const REASONS: Readonly<Record<string, Unreadable>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  [LATE.code]: 'too_slow',
};
