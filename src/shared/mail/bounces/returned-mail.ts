import { mailboxKey } from '../../identity/mailbox-key.ts';
import { addressesIn } from '../reading/addresses.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';
import { messageIds } from '../reading/read-mail.ts';
import { textOfPart } from '../reading/text-of-part.ts';

/** A report's own text, and what it brings back of the mail it is about. */
export interface Returned {
  /** The text before the returned mail. */
  readonly notice: string;
  readonly original: Original | null;
  /** The returned mail as it came; empty where none did. */
  readonly source: string;
}

export interface Original {
  readonly message_id: string | null;
  /** The recipients of that mail: its `To`, and the address its servers took it `for`. */
  readonly recipients: readonly string[];
}

const RETURNED = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
  'text/rfc822',
]);
const MOST_HEAD = 60_000;
const MOST_TEXT = 100_000;

/** The returned mail is a part of its own, or is copied below the text. */
export function splitReturned(mail: ParsedMail): Returned {
  const { before, head } = cutAtHeaders(mail.text.slice(0, MOST_TEXT));
  const part = mail.parts.find(({ type }) => RETURNED.has(type));
  const returned = part === undefined ? head : textOfPart(part, MOST_HEAD);
  return { notice: before, original: returned === null ? null : readOriginal(returned), source: returned ?? '' };
}

/** Lines with which servers announce the copy. */
const ANNOUNCED =
  /^[\s>]{0,10}(?:[-=_*#+ ]{0,80}(?:below this line is|(?:this is|here is) a copy of|original message|unsent message|returned message|message header|the header of the original|text of (?:the )?message|body of message|undelivered message|your (?:original )?message (?:follows|was)|included is a copy|the original message (?:follows|headers)|original mail as follows|received:? header|original mail info|copy of (?:the|your) message)\b.{0,80})$/i;
const NAMES_MAIL = /\b(?:with|has|had) the following header(?: field)?s?:\s*$|^\s*message details:\s*$/i;
const HEADER = /^[ \t]{0,4}>?[ \t]{0,4}([A-Za-z][A-Za-z0-9-]{1,40}):[ \t]?\S/;
const OF_A_MAIL = new Set([
  'received',
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'return-path',
  'mime-version',
  'x-mailer',
]);

function cutAtHeaders(text: string): { before: string; head: string | null } {
  const lines = text.split('\n', 5_000);
  const looks = lines.map(headerLine);
  const blank = lines.map((line) => line.trim() === '');
  let quoted = 0;
  for (const [index, line] of lines.entries()) {
    if (index < quoted) continue;
    const announced = ANNOUNCED.test(line);
    // What follows only says which mail it was; the report goes on below.
    if (NAMES_MAIL.test(line)) quoted = headersEnd(blank, index + 1);
    if (index < quoted) continue;
    if (!announced && !HEADER.test(line)) continue;
    const from = announced ? index + 1 : index;
    const names = headerNames(looks, from);
    const enough = names.has('received') || names.has('message-id') || names.has('mime-version') ? 3 : 4;
    if (names.size >= (announced ? 2 : enough)) {
      return { before: lines.slice(0, index).join('\n'), head: lines.slice(from).join('\n').slice(0, MOST_HEAD) };
    }
  }
  return { before: text, head: null };
}

/** Finds the end of the headers that follow, indented; blank lines may stand before them. */
function headersEnd(blank: readonly boolean[], from: number): number {
  let at = from;
  while (at < blank.length && blank[at]) at++;
  while (at < blank.length && !blank[at]) at++;
  return at < blank.length ? at : from;
}

/** The role of a line in a block of headers; read once, since every line of a block may be the beginning of one. */
type HeaderLine =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'from'; readonly indented: boolean }
  | { readonly kind: 'blank' | 'folded' | 'other' };

function headerLine(line: string): HeaderLine {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed === '>') return { kind: 'blank' };
  const name = HEADER.exec(line)?.[1]?.toLowerCase();
  if (name !== undefined) return { kind: 'header', name };
  const indented = /^[\s>]/.test(line);
  // `From anna@… Thu Apr 29 …`, as mailboxes begin a mail.
  if (/^[\s>]{0,8}From \S/.test(line)) return { kind: 'from', indented };
  return { kind: indented ? 'folded' : 'other' };
}

/** Which headers of a mail the block of headers that begins here has. */
function headerNames(lines: readonly HeaderLine[], from: number): Set<string> {
  const names = new Set<string>();
  let begun = false;
  for (let at = from; at < Math.min(lines.length, from + 120); at++) {
    const line = lines[at];
    if (line === undefined || line.kind === 'other') break;
    if (line.kind === 'blank') {
      if (begun) break;
    } else if (line.kind === 'header') {
      begun = true;
      if (OF_A_MAIL.has(line.name)) names.add(line.name);
    } else if (line.kind === 'from' ? begun && !line.indented : !begun) break;
  }
  return names;
}

const ENVELOPE = ['delivered-to', 'x-envelope-to', 'envelope-to', 'apparently-to', 'x-rcpt-to', 'resent-to', 'bcc'];

function readOriginal(source: string): Original {
  const text = source
    .replace(/\r\n?/g, '\n')
    .replace(/^\s+/, '')
    .replace(/^[ \t]{0,4}>?[ \t]?(?=[A-Za-z-]{2,40}:)/gm, '');
  const end = /\n[ \t]*\n/.exec(text)?.index ?? text.length;
  const head = text.slice(0, end).replace(/\n[ \t]+/g, ' ');
  const value = (name: string) => new RegExp(`^${name}:[ \\t]{0,20}(.{1,5000})`, 'im').exec(head)?.[1] ?? '';
  const taken = [...head.matchAll(/^received:.{0,1500}?\bfor <?([^\s<>;]{3,320})/gim)].map(([, to = '']) => to);
  const named = ['to', 'x-original-to', 'cc'].flatMap((name) => addressesIn(value(name).slice(0, 5000)));
  const written = [
    ...named.map(({ email }) => email),
    ...taken.flatMap((to) => addressesIn(to)).map(({ email }) => email),
  ];
  // A mail to undisclosed recipients tells only where servers put it.
  const recipients =
    written.length > 0 ? written : ENVELOPE.flatMap((name) => addressesIn(value(name))).map(({ email }) => email);
  return {
    message_id: messageIds(value('message-id'))[0] ?? null,
    recipients: [...new Map(recipients.map((one) => [mailboxKey(one), one])).values()].slice(0, 100),
  };
}
