import type { Address, Attachment, Email, Mailbox } from 'postal-mime';
import { bareText } from '../../identity/bare-text.ts';
import { cutText } from '../../kit/cut-text.ts';
import { readMoment } from '../../kit/read-moment.ts';
import { textOfHtml } from '../text-of-html.ts';
import { decodeHeader, withUtf8Headers } from './decode-header.ts';
import { decodeText } from './decode-text.ts';
import { looseSender } from './loose-sender.ts';
import { parseSource } from './parse-source.ts';
import { headerOf, type MailAddress, type MailHeader, type MailPart, type ParsedMail } from './parsed-mail.ts';
import { withShortLists } from './short-lists.ts';
import { textOfPart } from './text-of-part.ts';

/** Beyond what any mail server takes; the rest of a larger mail is not read. */
const MOST_BYTES = 40 * 1024 * 1024;
const MOST_HEADER_BYTES = 256 * 1024;
const DEEPEST_NESTING = 30;
/** Lines that may begin a part: each costs a hundred times its own bytes. */
const MOST_BOUNDARIES = 5_000;
/** Lines cost time each, however short: files are encoded in lines of 76 characters, and beside them a mail has some thousand. */
const linesOf = (bytes: number): number => 4_000 + bytes / 70;
const MOST_PARTS = 500;
const MOST_TEXT = 1_000_000;

/** Reads a mail's source, also a broken one: never throws, and takes time and memory in proportion to what it reads. */
export async function readMail(source: Uint8Array): Promise<ParsedMail> {
  const whole = withUtf8Headers(withShortLists(capped(withLineFeeds(source)), MOST_HEADER_BYTES), MOST_HEADER_BYTES);
  try {
    const email = await parseSource(whole, { depth: DEEPEST_NESTING, header_bytes: MOST_HEADER_BYTES });
    const mail = parsedMail(email, whole.length < source.length);
    // A multipart whose boundary never comes: its parts are one text then.
    const isLost = mail.text === '' && mail.parts.length === 0 && /^\s*multipart/i.test(headerOf(mail, 'content-type'));
    return isLost ? { ...mail, text: flatMail(whole).text, is_cut: true } : mail;
  } catch {
    // Too deep, or more headers than any mail has: read as one flat text, so that nothing it says is lost.
    return flatMail(whole);
  }
}

/** Old systems end lines in CR alone. Where lines end in LF, a CR is none of theirs. */
function withLineFeeds(source: Uint8Array): Uint8Array {
  const begin = source.subarray(0, MOST_HEADER_BYTES);
  let more = 0;
  for (let at = begin.indexOf(RETURN); at >= 0; at = begin.indexOf(RETURN, at + 1)) {
    more += begin[at + 1] === NEWLINE ? 0 : 1;
  }
  for (let at = begin.indexOf(NEWLINE); at >= 0 && more > 0; at = begin.indexOf(NEWLINE, at + 1)) more -= 1;
  if (more === 0) return source;
  const whole = source.slice();
  for (let at = whole.indexOf(RETURN); at >= 0; at = whole.indexOf(RETURN, at + 1)) {
    if (whole[at + 1] !== NEWLINE) whole[at] = NEWLINE;
  }
  return whole;
}

function capped(source: Uint8Array): Uint8Array {
  const most = endOfLines(source, Math.min(source.length, MOST_BYTES));
  let boundaries = 0;
  for (let at = source.indexOf(HYPHEN); at >= 0 && at < most; at = source.indexOf(HYPHEN, at + 1)) {
    if (source[at + 1] !== HYPHEN || (at > 0 && source[at - 1] !== NEWLINE)) continue;
    boundaries += 1;
    if (boundaries > MOST_BOUNDARIES) return source.subarray(0, at);
  }
  return source.subarray(0, most);
}

function endOfLines(source: Uint8Array, most: number): number {
  let left = linesOf(most);
  for (let at = source.indexOf(NEWLINE); at >= 0 && at < most; at = source.indexOf(NEWLINE, at + 1)) {
    left -= 1;
    if (left < 0) return at;
  }
  return most;
}

const HYPHEN = 0x2d;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

function parsedMail(email: Email, isCut: boolean): ParsedMail {
  const html = email.html === undefined ? null : cutText(email.html, MOST_TEXT);
  const own = email.text?.trim() ? email.text : textOfHtml(html ?? '');
  const lost = email.attachments.filter(isLostText).map((part) => textOfPart(partOf(part), MOST_TEXT));
  const text = [...lost, own].join('\n');
  const headers = email.headers.map(({ key, value }) => ({ name: key, value: decodeHeader(value) }));
  return {
    headers,
    subject: cutText(headerOf({ headers }, 'subject'), 2_000),
    from: fromOf(email, headers),
    reply_to: addressesOf(email.replyTo),
    to: addressesOf(email.to),
    cc: addressesOf(email.cc),
    date: readMoment(email.date),
    message_id: messageIds(email.messageId)[0] ?? null,
    in_reply_to: messageIds(email.inReplyTo)[0] ?? null,
    references: messageIds(email.references),
    text: cutText(text, MOST_TEXT).replace(/\r\n?/g, '\n'),
    html,
    parts: email.attachments
      .filter((part) => !isLostText(part))
      .slice(0, MOST_PARTS)
      .map(partOf),
    is_cut: isCut || text.length > MOST_TEXT || email.attachments.length > MOST_PARTS,
  };
}

/** `text/plain charset=…`, without its semicolon: text all the same. */
const isLostText = ({ mimeType, disposition }: Attachment): boolean =>
  /^text\/plain\s/i.test(mimeType) && disposition !== 'attachment';

function addressesOf(given: readonly Address[] | undefined): MailAddress[] {
  const mailboxes: Mailbox[] = (given ?? []).flatMap((one) => (one.group === undefined ? [one] : one.group));
  return mailboxes
    .filter(({ address }) => address !== '')
    .map(({ name, address }) => ({ name, email: bareText(address) }));
}

/**
 * Reads the author's address by the parser of addresses. The name is read loosely: the parser decodes it by its charset's label
 * alone.
 */
function fromOf({ from }: Email, headers: readonly MailHeader[]): MailAddress | null {
  const [strict] = addressesOf(from ? [from] : []);
  if (strict === undefined) return looseSenderOf(headers);
  const loose = looseSender(headerOf({ headers }, 'from'));
  return loose?.email === strict.email && strict.name !== '' ? { ...strict, name: loose.name } : strict;
}

/**
 * Finds the author of a mail whose `From` cannot be read, or is not there, in the fields that name who sent it for them, or who
 * is to be answered.
 */
function looseSenderOf(headers: readonly MailHeader[]): MailAddress | null {
  const from = headerOf({ headers }, 'from');
  if (/^\s*<\s*>\s*$/.test(from)) return null;
  return (
    looseSender(from) ?? looseSender(headerOf({ headers }, 'sender')) ?? looseSender(headerOf({ headers }, 'reply-to'))
  );
}

const MOST_OF_IDS = 20_000;

/** The message ids of a header, with their brackets; also where spaces or words stand between them. Of a very long one those at its ends. */
export function messageIds(header: string | undefined = ''): string[] {
  const ends = [header.slice(0, 1_000), header.slice(1_000 - MOST_OF_IDS)];
  const read = header.length > MOST_OF_IDS ? ends.join('\n') : header;
  return [...read.matchAll(/<[^<>\s]{1,500}>/g)].map(([id]) => id);
}

function partOf({ mimeType, filename, disposition, contentId, content }: Attachment): MailPart {
  return {
    type: mimeType,
    filename,
    disposition,
    content_id: contentId ?? null,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  };
}

/** Reads a mail whose structure cannot be followed: its first headers, and all below them as its text. */
function flatMail(source: Uint8Array): ParsedMail {
  const all = decodeText(source.subarray(0, MOST_TEXT), '').replace(/\r\n?/g, '\n');
  const end = all.indexOf('\n\n');
  const head = (end < 0 ? all : all.slice(0, end)).slice(0, 20_000).replace(/\n[ \t]+/g, ' ');
  const headers = head.split('\n').flatMap((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) return [];
    return [{ name: line.slice(0, colon).trim().toLowerCase(), value: decodeHeader(line.slice(colon + 1).trim()) }];
  });
  return {
    headers,
    subject: headerOf({ headers }, 'subject'),
    from: looseSenderOf(headers),
    reply_to: [],
    to: [],
    cc: [],
    date: null,
    message_id: null,
    in_reply_to: null,
    references: [],
    text: end < 0 ? '' : all.slice(end + 2),
    html: null,
    parts: [],
    is_cut: true,
  };
}
