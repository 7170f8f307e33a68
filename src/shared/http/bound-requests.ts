import { HOUR, MINUTE } from '../kit/duration.ts';

/** As much of Node's HTTP server and its requests as is bound here. */
interface BoundServer {
  requestTimeout: number;
  on(event: 'connection', listener: (socket: BoundSocket) => void): unknown;
  on(event: 'request', listener: (request: BoundRequest) => void): unknown;
}
interface BoundSocket {
  readonly remoteAddress?: string | undefined;
  destroy(): unknown;
  setTimeout(ms: number): unknown;
  once(event: 'close', listener: () => void): unknown;
}
interface BoundRequest {
  readonly complete: boolean;
  readonly socket: BoundSocket;
  setTimeout(ms: number, late: () => void): unknown;
  once(event: 'end', listener: () => void): unknown;
}

export interface RequestBounds {
  /** Wall milliseconds from its first byte to its last. */
  readonly whole: number;
  /** Wall milliseconds without a byte while its body is on the way. */
  readonly silent: number;
  /** Connections that one address may have open; a trusted proxy has those of everybody. */
  readonly connections: number;
}

/** A file of a million people over a slow line takes a while; nobody is silent for so long within it. */
const BOUNDS: RequestBounds = { whole: HOUR, silent: 2 * MINUTE, connections: 1000 };

/**
 * Nobody holds a server by requests that do not end: a body that stops half-way, one that trickles, connections without number. `late` answers on
 * the connection, and ends it.
 */
export function boundRequests<Socket extends BoundSocket>(
  server: BoundServer,
  late: (socket: Socket) => void,
  given: Partial<RequestBounds> = {},
): void {
  const { whole, silent, connections } = { ...BOUNDS, ...given };
  server.requestTimeout = whole;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    open.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1;
      if (left > 0) open.set(remoteAddress, left);
      else open.delete(remoteAddress);
    });
    if (count > connections) socket.destroy();
  });
  server.on('request', (request) => {
    if (request.complete) return;
    const { socket } = request;
    // The server's own sockets are those that `late` is made for.
    request.setTimeout(silent, () => late(socket as Socket));
    request.once('end', () => socket.setTimeout(0));
  });
}
