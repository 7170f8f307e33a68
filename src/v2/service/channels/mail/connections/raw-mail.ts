import type { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import type MailMessage from 'nodemailer/lib/mailer/mail-message';
import MimeNode from 'nodemailer/lib/mime-node';
import { inParts } from '../in-parts.ts';

/** A mail whose bytes are made already. */
export interface RawMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Reads the bytes, at each attempt. `envelope`: the one in which the connection notes whom the server has refused. */
  read(envelope: object): Readable;
  readonly signal: AbortSignal;
}

/** A pooled transport that also takes mails as they are. */
export interface RawTransporter extends Transporter {
  sendRaw(mail: RawMail): Promise<Sent>;
}

export interface Sent {
  readonly response?: string | undefined;
}

/** Gives the bytes to the connection as they are: the library would read them as the parts of a mail once more, which costs as much as to send them. */
export function sendRaw(transport: Transporter, { from, to, read, signal }: RawMail): Promise<Sent> {
  // As it writes addresses on the wire: domains in ASCII.
  const envelope = new MimeNode('text/plain').setEnvelope({ from: inParts(from), to: to.map(inParts) }).getEnvelope();
  // The part of the library's own message that its transports ask for.
  const message = {
    getEnvelope: () => envelope,
    getHeader: () => '',
    messageId: () => '',
    createReadStream: () => read(envelope),
  };
  return new Promise((resolve, reject) => {
    const mail = { data: { signal }, message } as unknown as MailMessage;
    transport.transporter.send(mail, (error, sent) => (error ? reject(error) : resolve(sent ?? {})));
  });
}
