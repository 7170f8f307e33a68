import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { isRecord } from '../../../src/shared/kit/is-record.ts';

/** A call of the engine on its way to the V2 service. */
export interface GateCall {
  readonly method: string;
  readonly path: string;
  readonly account_id: string | null;
  readonly action: string | null;
  /** A step's call: it carries an `Idempotency-Key`. */
  readonly key: string | null;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface GateAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** `forward` carries the call out. Null: the connection is cut with no answer. */
export type Meddle = (call: GateCall, forward: () => Promise<GateAnswer>) => Promise<GateAnswer | null>;

export interface V2Gate {
  readonly address: string;
  /** Treats calls in this way from now on; null: lets them pass. */
  meddle(with_: Meddle | null): void;
  stop(): Promise<void>;
}

/** Stands on the wire between the workers and the V2 service, and does to an answer what a wire can do. */
export async function startV2Gate(upstream: string): Promise<V2Gate> {
  let meddling: Meddle | null = null;
  const agent = new Agent({ connections: 64 });
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await read(incoming);
    const forward = async (): Promise<GateAnswer> => {
      const answer = await request(upstream + (incoming.url ?? '/'), {
        dispatcher: agent,
        method: incoming.method === 'POST' ? 'POST' : incoming.method === 'DELETE' ? 'DELETE' : 'GET',
        headers: headersOf(incoming.headers),
        body: body.length > 0 ? body : null,
      });
      return {
        status: answer.statusCode,
        headers: headersOf(answer.headers),
        body: Buffer.from(await answer.body.arrayBuffer()),
      };
    };
    const answer = meddling === null ? await forward() : await meddling(callOf(incoming, body), forward);
    if (answer === null) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.status, { ...answer.headers, ...lengthOf(answer) });
    outgoing.end(answer.body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is never a path.
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    meddle(with_) {
      meddling = with_;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}

/** A truncated answer keeps the length that it was to have. */
const lengthOf = ({ headers, body }: GateAnswer) =>
  headers['content-length'] === undefined ? { 'content-length': String(body.length) } : {};

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host']);

function headersOf(given: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function callOf(incoming: IncomingMessage, body: Buffer): GateCall {
  const key = incoming.headers['idempotency-key'];
  const [path = '/'] = (incoming.url ?? '/').split('?', 1);
  const fields = parse(body);
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
  return {
    method: incoming.method ?? 'GET',
    path,
    account_id: text('account_id'),
    action: text('action'),
    key: typeof key === 'string' ? key : null,
    params: isRecord(fields.params) ? fields.params : {},
  };
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

export const html = (status: number): GateAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html><body><h1>Bad gateway</h1></body></html>'),
});

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): GateAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

/** Half the bytes of what was announced. */
export const truncated = (answer: GateAnswer): GateAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-length': String(answer.body.length) },
  body: answer.body.subarray(0, answer.body.length >> 1),
});
