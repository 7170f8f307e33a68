import type { AddressInfo, Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { asError } from '../../../shared/kit/thrown.ts';
import { freePort } from '../../main/free-port.ts';
import { type DeliveryFailure, deliveryReport } from './delivery-report.ts';
import type { MailUsers } from './mail-users.ts';
import type { SubmissionFault, SubmissionFaults } from './submission-faults.ts';

export interface Submitted {
  readonly user: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly source: Buffer;
}

/** The route of a mail to somebody: kept in their mailbox here, refused at once, or taken over and reported back. */
export type Route =
  | { readonly to: 'mailbox' }
  | { readonly to: 'nobody'; readonly refusal: string }
  | ({ readonly to: 'sender' } & Omit<DeliveryFailure, 'recipient'>);

export interface SubmissionServer {
  /** STARTTLS. */
  readonly port: number;
  /** TLS from the first byte. */
  readonly tls_port: number;
  close(): Promise<void>;
}

interface Options {
  readonly users: MailUsers;
  readonly faults: SubmissionFaults;
  readonly lmtp_port: number;
  readonly key: string;
  readonly certificate: string;
  /** Preferred ports; others where they are taken. */
  readonly ports?: { readonly smtp: number; readonly smtps: number };
  /** Asked for every recipient. Absent: every address has a mailbox here. */
  readonly route?: (recipient: string) => Promise<Route>;
  /**
   * Called with each mail and its recipients before it is delivered. The function that it returns is called as soon as the mail is
   * delivered, before the sender gets the answer, so that hardly any kill falls in between.
   */
  onSubmission(mail: Submitted): Promise<() => void>;
}

const MAX_BYTES = 40 * 1024 * 1024;

/** A submission server (RFC 6409) on 127.0.0.1: it knows the users of the mail server, and delivers everything to it. */
export async function startSubmission(options: Options): Promise<SubmissionServer> {
  const servers = [serverWith(options, false), serverWith(options, true)] as const;
  const wanted = [options.ports?.smtp ?? 0, options.ports?.smtps ?? 0];
  const [plain, tls] = await Promise.all(
    servers.map(async ({ server }, index) => listening(server, await freePort(wanted[index] ?? 0))),
  );
  return {
    port: plain ?? 0,
    tls_port: tls ?? 0,
    async close() {
      await Promise.all(servers.map(({ server, cutAll }) => closed(server, cutAll)));
    },
  };
}

type Done = (error?: Error | null) => void;

function serverWith(options: Options, secure: boolean) {
  const { users, faults, lmtp_port, key, certificate, onSubmission } = options;
  const route = options.route ?? (async (): Promise<Route> => ({ to: 'mailbox' }));
  const sockets = new Map<number, Socket>();
  const cut = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy();

  /** Does `work`, unless a fault that is set prevents it. */
  const withFault = async (
    at: SubmissionFault['at'],
    names: readonly string[],
    session: SMTPServerSession,
    work: () => void | Promise<void>,
    done: Done,
    source: Buffer = Buffer.alloc(0),
  ) => {
    const fault = faults.take(at, names);
    try {
      fault?.fired?.();
      if (fault?.delay_ms !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delay_ms));
      if (fault?.cut === 'before') return void cut(session);
      if (fault?.reply !== undefined) throw replyOf(fault.reply);
      await work();
      await fault?.after?.(source);
      if (fault?.cut === 'after') return void cut(session);
      done();
    } catch (error) {
      done(asError(error));
    }
  };

  const server = new SMTPServer({
    secure,
    key,
    cert: certificate,
    name: 'localhost',
    size: MAX_BYTES,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    // Connections stay on this machine, so nobody listens in between.
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth(auth, session, callback) {
      const user = auth.username ?? '';
      const judge = () => {
        const known =
          auth.method === 'XOAUTH2'
            ? users.isToken(user, auth.accessToken ?? '')
            : users.isPassword(user, auth.password ?? '');
        if (!known) throw replyOf('535 5.7.8 Authentication failed');
      };
      void withFault('auth', [user], session, judge, (error) => callback(error, error ? undefined : { user }));
    },
    onMailFrom(address, session, callback) {
      void withFault('sender', [address.address], session, () => undefined, callback);
    },
    onRcptTo(address, session, callback) {
      const judge = async () => {
        const way = await route(address.address);
        if (way.to === 'nobody') throw replyOf(way.refusal);
      };
      void withFault('recipient', [address.address], session, judge, callback);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (error) => callback(error));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const from = mailFrom ? mailFrom.address : '';
        const source = Buffer.concat(chunks);
        const work = async () => {
          if (stream.sizeExceeded) throw replyOf('552 5.3.4 the mail is too large');
          const ways = await Promise.all(to.map(async (recipient) => ({ recipient, way: await route(recipient) })));
          const reached = ways.flatMap(({ recipient, way }) => (way.to === 'mailbox' ? [recipient] : []));
          const failures = ways.flatMap(({ recipient, way }) => (way.to === 'sender' ? [{ recipient, ...way }] : []));
          const onDelivered = await onSubmission({ user: String(session.user ?? ''), from, to: reached, source });
          if (reached.length > 0) await deliver(lmtp_port, { from, to: reached }, source);
          // A report has no sender, so that none is ever written about a report.
          if (failures.length > 0 && from !== '') {
            const report = await deliveryReport({ sender: from, source }, failures);
            await deliver(lmtp_port, { from: '', to: [from] }, report);
          }
          onDelivered();
        };
        void withFault('data', to, session, work, callback, source);
      });
    },
  } satisfies SMTPServerOptions);
  // Clients go away as they please.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  const cutAll = () => {
    for (const socket of sockets.values()) socket.destroy();
  };
  return { server, cutAll };
}

/** Over LMTP, as mail from outside arrives. */
export async function deliver(
  port: number,
  envelope: { readonly from: string; readonly to: readonly string[] },
  source: Buffer | string,
): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, lmtp: true, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from: envelope.from, to: [...envelope.to] }, raw: source });
  } finally {
    transport.close();
  }
}

/** `421 4.3.2 closing`: the code, and the rest as the text. */
function replyOf(text: string): Error {
  return Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });
}

function listening(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port));
  });
}

function closed(server: SMTPServer, cutAll: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    cutAll();
  });
}
