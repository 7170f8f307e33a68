import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutgoingEmail } from '../../email-channel.ts';
import type { Envelope } from './deliver.ts';

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

/** The bytes of the mail, and to whom they go. `bcc` is in the envelope alone. Names and texts of any script are encoded. */
export async function composeMail(mail: MailToCompose): Promise<ComposedMail> {
  const { email, from } = mail;
  const message = new MailComposer({
    from: from.name === '' || from.name === from.address ? from.address : from,
    to: email.to,
    ...(email.cc.length > 0 ? { cc: [...email.cc] } : {}),
    ...(email.reply_to === null ? {} : { replyTo: email.reply_to }),
    subject: mail.subject,
    messageId: mail.message_id,
    ...(mail.in_reply_to === null ? {} : { inReplyTo: mail.in_reply_to, references: [...mail.reference_ids] }),
    date: new Date(mail.date),
    headers: Object.entries(email.headers).map(([key, value]) => ({ key, value })),
    text: email.text,
    ...(email.html === null ? {} : { html: email.html }),
    attachments: email.files.map(({ name, mime_type, bytes }) => ({
      filename: name,
      contentType: mime_type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    // What a caller wrote is text, never a file or an address to be read here.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  }).compile();
  const to = new Map([email.to, ...email.cc, ...email.bcc].map((address) => [address.toLowerCase(), address]));
  return { raw: await message.build(), envelope: { from: from.address, to: [...to.values()] } };
}
