import { createTransport } from 'nodemailer';
import {
  type RawMail,
  type RawTransporter,
  sendRaw,
} from '../../../src/v2/service/channels/mail/connections/raw-mail.ts';

/** A pooled transport to a server on this machine. */
export function rawTransport(options: { readonly port: number; readonly maxConnections?: number }): RawTransporter {
  const transport = createTransport({ host: '127.0.0.1', pool: true, ...options });
  return Object.assign(transport, { sendRaw: (mail: RawMail) => sendRaw(transport, mail) });
}
