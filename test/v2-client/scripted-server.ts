import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export type Answer = (response: ServerResponse, request: Received) => void;

/** A real HTTP server that answers the n-th request with the n-th answer of its script, then with the last one. */
export async function startScriptedServer(...script: readonly Answer[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const one: Received = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
      };
      const answer = script[Math.min(received.length, script.length - 1)];
      received.push(one);
      answer?.(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const raw =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

export const success = (data: unknown, credits = 1) => ({
  success: true,
  data,
  metadata: { action: 'x', account_id: 'acc_1', credits_consumed: credits, timestamp: '2026-03-05T10:00:00.000Z' },
});

export const failure = (code: string, message: string, more: { sub_code?: string; credits?: number } = {}) => ({
  success: false,
  error: { code, message, ...(more.sub_code === undefined ? {} : { sub_code: more.sub_code }) },
  metadata: {
    action: 'x',
    account_id: null,
    credits_consumed: more.credits ?? 0,
    timestamp: '2026-03-05T10:00:00.000Z',
  },
});

/** Cuts the connection before a byte of the answer. */
export const cut: Answer = (response) => {
  response.socket?.destroy();
};

/** Half of an answer: its head promises more than comes before the connection is cut. */
export const cutInTheBody =
  (status: number, body: unknown): Answer =>
  (response) => {
    const text = JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': String(text.length) });
    response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
  };

/** Half of an answer whose head knows no better. */
export const truncated =
  (status: number, body: unknown): Answer =>
  (response) => {
    const text = JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text.slice(0, text.length / 2));
  };

export const silence: Answer = () => {};

/** The head at once, the body never whole. */
export const dribble: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":');
};
