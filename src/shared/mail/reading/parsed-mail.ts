export interface MailAddress {
  /** Empty where none is given. */
  readonly name: string;
  /** As written; case and all. */
  readonly email: string;
}

export interface MailHeader {
  /** Lower case. */
  readonly name: string;
  /** Unfolded, encoded words decoded. */
  readonly value: string;
}

/** A part that is not the mail's own text: an attachment, a report, a returned mail. */
export interface MailPart {
  /** Lower case, such as `message/delivery-status`. */
  readonly type: string;
  readonly filename: string | null;
  readonly disposition: string | null;
  /** With its angle brackets. */
  readonly content_id: string | null;
  /** Decoded from its transfer encoding. */
  readonly content: Uint8Array;
}

/** A parsed mail, with its parts in the order of the message. */
export interface ParsedMail {
  readonly headers: readonly MailHeader[];
  readonly subject: string;
  readonly from: MailAddress | null;
  readonly reply_to: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  /** The date in the mail itself, epoch milliseconds; null where it has none that can be read. */
  readonly date: number | null;
  /** With its angle brackets, as in the header. */
  readonly message_id: string | null;
  readonly in_reply_to: string | null;
  /** The oldest first. */
  readonly references: readonly string[];
  /** The mail's own text; of a mail in HTML alone what a reader would see, its quotes marked with `> `. Lines end in `\n`. */
  readonly text: string;
  readonly html: string | null;
  readonly parts: readonly MailPart[];
  /** The mail was larger or deeper than is read, or broken: what is here is not all of it. */
  readonly is_cut: boolean;
}

/** The first header of that name (lower case); empty: there is none. */
export function headerOf(mail: Pick<ParsedMail, 'headers'>, name: string): string {
  return mail.headers.find((header) => header.name === name)?.value ?? '';
}
