import MailComposer from 'nodemailer/lib/mail-composer';
import { eachMailbox } from '../../../../../shared/identity/mailbox-key.ts';
import { plainLine } from '../../../../../shared/kit/plain-line.ts';
import { fitReferences } from '../../../../../shared/mail/fit-references.ts';
import type { OutgoingEmail } from '../../email-channel.ts';
import { inParts } from '../in-parts.ts';
import type { Envelope } from './deliver.ts';
import { attachableType, fitFileName, fitHeader, fitName, fitsLine } from './fit-lines.ts';

export interface MailToCompose {
  readonly from: { readonly name: string; readonly address: string };
  readonly email: OutgoingEmail;
  readonly subject: string;
  /** With its angle brackets, as are the others. */
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly reference_ids: readonly string[];
  /** Wall time, epoch ms. */
  readonly date: number;
}

export interface ComposedMail {
  readonly raw: Buffer;
  readonly envelope: Envelope;
}

/**
 * The bytes of the mail, and to whom they go. `bcc` is in the envelope alone. Names and texts of any script are encoded. Whatever it is
 * made of (names, the subject of the mail that it answers, a mail that is attached), each of its lines ends in CRLF, and there is no CR
 * nor LF besides: servers disagree on what one alone means (RFC 5321, 2.3.8). No line is longer than 998 bytes, which a server may cut
 * or refuse.
 */
export async function composeMail(mail: MailToCompose): Promise<ComposedMail> {
  const { email, from } = mail;
  const name = fitName(plainLine(from.name));
  const answered = mail.in_reply_to !== null && fitsLine(mail.in_reply_to) ? mail.in_reply_to : null;
  const message = new MailComposer({
    from: { ...from, name: name === from.address ? '' : name },
    to: inParts(email.to),
    ...(email.cc.length > 0 ? { cc: email.cc.map(inParts) } : {}),
    ...(email.reply_to === null ? {} : { replyTo: inParts(email.reply_to) }),
    subject: fitHeader(plainLine(mail.subject)),
    messageId: mail.message_id,
    ...(answered === null
      ? {}
      : { inReplyTo: answered, references: fitReferences(mail.reference_ids.filter(fitsLine)) }),
    date: new Date(mail.date),
    headers: Object.entries(email.headers).map(([key, value]) => ({ key, value: fitHeader(plainLine(value)) })),
    text: unified(email.text),
    ...(email.html === null ? {} : { html: unified(email.html) }),
    attachments: email.files.map(({ name, mime_type, bytes }) => ({
      filename: fitFileName(plainLine(name)),
      contentType: attachableType(mime_type, bytes),
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    // What a caller wrote is text, never a file or an address to be read here.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  }).compile();
  const to = eachMailbox([email.to, ...email.cc, ...email.bcc]);
  return { raw: withCrlf(await message.build()), envelope: { from: from.address, to } };
}

const unified = (text: string): string => text.replace(/\r\n?/g, '\n');

/** As it is where nothing is wrong, which is almost always. */
function withCrlf(raw: Buffer): Buffer {
  const text = raw.toString('latin1');
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? Buffer.from(text.replace(/\r\n|\r|\n/g, '\r\n'), 'latin1') : raw;
}
