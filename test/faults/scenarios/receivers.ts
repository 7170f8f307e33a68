import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finding, rowsOf } from '../invariants/finding.ts';
import type { Scenario } from '../scenario.ts';

type Behave = (outgoing: ServerResponse) => void;

const HUNDRED_MB = 100_000_000;

const WAYS: Readonly<Record<string, Behave>> = {
  'never-answers': () => undefined,
  'one-byte-a-second': (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => outgoing.write('x'), 1000);
    outgoing.on('close', () => clearInterval(timer));
  },
  'hundred-megabytes': (outgoing) => {
    outgoing.writeHead(500, { 'content-length': String(HUNDRED_MB) });
    const piece = Buffer.alloc(65_536, 'x');
    const more = () => {
      while (!outgoing.destroyed && outgoing.write(piece)) {}
    };
    outgoing.on('drain', more);
    more();
  },
  redirect: (outgoing) => {
    outgoing.writeHead(302, { location: '/elsewhere' });
    outgoing.end();
  },
};

interface Attempt {
  readonly way: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Plays bad receivers, each in its own way, as webhooks of others beside ours. */
export const hostileReceivers: Scenario = {
  name: 'hostile-receivers',
  about: 'receivers that never answer, send a byte a second, 100 MB or a redirect',
  load: { leads: 30 },
  async play({ system, load, fault, untilAllEnd, pause }) {
    const attempts: Attempt[] = [];
    const server = createServer((incoming, outgoing) => {
      const way = (incoming.url ?? '').slice(1);
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        attempts.push({ way, headers: incoming.headers, body: Buffer.concat(chunks).toString('utf8') });
        (WAYS[way] ?? ((each: ServerResponse) => each.writeHead(200).end()))(outgoing);
      });
      outgoing.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is never a path.
    const { port } = server.address() as AddressInfo;
    const secrets = new Map<string, string>();
    try {
      for (const way of Object.keys(WAYS)) {
        const { data } = await system.callV2<{ data: { signing_secret?: string; secret?: string } }>(
          'POST',
          '/v2/webhooks',
          {
            account_id: load.accounts[0],
            url: `http://127.0.0.1:${port}/${way}`,
            events: ['all'],
            enable_signature: true,
          },
        );
        secrets.set(way, data.signing_secret ?? data.secret ?? '');
      }
      await untilAllEnd();
      // Eight attempts of ten seconds each where nobody answers.
      for (const end = Date.now() + 100_000; Date.now() < end; await pause(1000)) {
        const [open] = await rowsOf<{ n: number }>(
          system.v2_db,
          "select count(*)::int as n from deliveries where state in ('pending', 'retrying')",
        );
        if (open?.n === 0) break;
      }
      for (const { way } of attempts) fault(way);
      return [
        finding(
          'receivers',
          'each attempt is signed anew, none follows a redirect',
          { attempts: attempts.length },
          judge(attempts, secrets),
        ),
      ];
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};

function judge(attempts: readonly Attempt[], secrets: ReadonlyMap<string, string>): string[] {
  const exceptions: string[] = [];
  const seen = new Set<string>();
  for (const { way, headers, body } of attempts) {
    if (way === 'elsewhere') exceptions.push('a redirect was followed');
    const secret = secrets.get(way);
    if (secret === undefined) continue;
    const timestamp = String(headers['x-service-timestamp']);
    const expected = `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
    if (headers['x-service-signature'] !== expected) exceptions.push(`${way}: a signature does not fit`);
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 600) exceptions.push(`${way}: an old timestamp`);
    const attempt = `${way} ${String(headers['x-service-event-id'])} ${String(headers['x-service-attempt'])}`;
    if (seen.has(attempt)) exceptions.push(`${attempt} was made twice`);
    seen.add(attempt);
  }
  for (const way of Object.keys(WAYS)) {
    if (!attempts.some((attempt) => attempt.way === way)) exceptions.push(`${way} was never called`);
  }
  return [...new Set(exceptions)];
}
