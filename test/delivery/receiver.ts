import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPost {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Wall time. */
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly posts: ReceivedPost[];
  /** How often it was connected to. */
  connections(): number;
  /** Statuses to answer with, in order; the last one goes on. `never` leaves the request open. */
  answers: (number | 'never')[];
  close(): Promise<void>;
}

/** A real local HTTP server that keeps what reaches it. */
export async function startReceiver(
  answers: Receiver['answers'] = [200],
  respond: (response: ServerResponse, status: number) => void = (response, status) => {
    response.writeHead(status).end('ok');
  },
): Promise<Receiver> {
  const posts: ReceivedPost[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8'), at: Date.now() });
      const answer = receiver.answers.length > 1 ? receiver.answers.shift() : receiver.answers[0];
      if (typeof answer === 'number') respond(response, answer);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    posts,
    connections: () => connections,
    answers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
