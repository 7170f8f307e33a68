import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  boolValue: z.boolean().optional(),
  doubleValue: z.number().optional(),
});
const attributes = z.array(z.object({ key: z.string(), value })).default([]);
const payload = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              attributes,
              status: z.object({ code: z.number().optional(), message: z.string().optional() }).default({}),
              links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface ReceivedSpan {
  readonly service: string;
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly at: bigint;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly error: string | null;
  readonly links: readonly { readonly trace: string; readonly id: string }[];
}

export interface TracesAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Takes what OTLP over HTTP brings, as JSON. `answers`: to each request, in their order, or its status alone; 200 afterwards. */
export async function receiveTraces({ answers = [] }: { readonly answers?: (number | TracesAnswer)[] } = {}) {
  const spans: ReceivedSpan[] = [];
  const requests: {
    readonly path: string;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly text: string;
  }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    requests.push({ path: request.url ?? '', headers: request.headers, text });
    const answer = answers.shift() ?? 200;
    const { status, headers = {}, body = '{}' } = typeof answer === 'number' ? { status: answer } : answer;
    if (status === 200 && request.headers['content-type'] === 'application/json')
      spans.push(...spansIn(JSON.parse(text)));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansIn(body: unknown): ReceivedSpan[] {
  return payload.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...{ service, trace: span.traceId, id: span.spanId, parent: span.parentSpanId || null, name: span.name },
        at: BigInt(span.startTimeUnixNano),
        attributes: valuesOf(span.attributes),
        error: span.status.code === 2 ? (span.status.message ?? '') : null,
        links: span.links.map(({ traceId, spanId }) => ({ trace: traceId, id: spanId })),
      })),
    );
  });
}

const valuesOf = (given: z.output<typeof attributes>) =>
  Object.fromEntries(
    given.map(({ key, value: one }) => [key, one.stringValue ?? one.intValue ?? one.boolValue ?? one.doubleValue]),
  );

/** Whatever hangs together with a span: its parents and children, and what links to it or is linked by it. */
export function connectedWith(first: ReceivedSpan, all: readonly ReceivedSpan[]): ReadonlySet<ReceivedSpan> {
  const key = (trace: string, id: string) => `${trace}/${id}`;
  const byKey = new Map(all.map((span) => [key(span.trace, span.id), span]));
  const near = new Map<ReceivedSpan, ReceivedSpan[]>(all.map((span) => [span, []]));
  for (const span of all) {
    const others = [...(span.parent === null ? [] : [{ trace: span.trace, id: span.parent }]), ...span.links];
    for (const { trace, id } of others) {
      const other = byKey.get(key(trace, id));
      if (other === undefined) continue;
      near.get(span)?.push(other);
      near.get(other)?.push(span);
    }
  }
  const seen = new Set<ReceivedSpan>([first]);
  for (const span of seen) for (const other of near.get(span) ?? []) seen.add(other);
  return seen;
}
