// One of the two that send, in a process of its own: `mails-process.ts ours|bare <database url> <key>`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createTransport, type Transporter } from 'nodemailer';
import { createV2Service } from '../../src/v2/service/service.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';

const [kind = 'bare', url = '', key = ''] = process.argv.slice(2);

async function ours(): Promise<string> {
  const service = await createV2Service(v2ServiceOptions({ database_url: url, bootstrap_key: key }));
  return service.listen(0);
}

/** A batch of mails to send, each mailbox over its own pool; the time of a request is the time of the whole batch. */
export interface Batch {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly pass: string;
  readonly in_flight: number;
  readonly mails: readonly {
    readonly from: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
  }[];
}

/** nodemailer as its manual shows it: a pool for each mailbox, of as many connections as the service makes. */
async function bare(): Promise<string> {
  const pools = new Map<string, Transporter>();
  const poolOf = ({ host, port, secure, pass }: Batch, user: string): Transporter => {
    const kept =
      pools.get(user) ??
      createTransport({
        pool: true,
        maxConnections: 2,
        host,
        port,
        secure,
        auth: { user, pass },
        tls: { rejectUnauthorized: false },
      });
    pools.set(user, kept);
    return kept;
  };
  const server = createServer(async (request, response) => {
    const batch = (await json(request)) as Batch;
    let next = 0;
    const client = async () => {
      for (let mail = batch.mails[next++]; mail; mail = batch.mails[next++])
        await poolOf(batch, mail.from).sendMail(mail);
    };
    await Promise.all(Array.from({ length: batch.in_flight }, client));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

process.send?.(await (kind === 'ours' ? ours() : bare()));
