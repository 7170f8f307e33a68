import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface SubmissionServer {
  readonly port: number;
  /** Mails whose final dot was read and answered with 250, or whose answer was lost on the way. */
  readonly taken: TakenMail[];
  /** Decides about every mail before it is taken: an error is the server's answer; `drop` takes it and loses the answer. */
  onData: (mail: TakenMail) => 'take' | 'drop' | Error | Promise<'take' | 'drop' | Error>;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** An error that the server answers with this code. */
export const reply = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

/** A real SMTP server that keeps what it takes; `options` make it refuse. */
export async function startSubmissionServer(options: SMTPServerOptions = {}): Promise<SubmissionServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
        };
        const verdict = await submission.onData(mail);
        if (verdict instanceof Error) return done(verdict);
        taken.push(mail);
        if (verdict === 'take') return done(null, 'queued');
        submission.cut();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const submission: SubmissionServer = {
    port: (server.server.address() as AddressInfo).port,
    taken,
    onData: () => 'take',
    cut() {
      for (const connection of server.connections) (connection as { close(): void }).close();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return submission;
}
