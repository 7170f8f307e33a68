import type { ImapFlow } from 'imapflow';
import { isRecord } from '../../../../../shared/kit/is-record.ts';

export const SEEN = ['\\Seen'];

/** Bytes that go out before the server has said whether it takes any of them. */
const LARGEST = 1_000_000;

interface Appended {
  readonly raw: Buffer;
  readonly date: Date;
}

/** The library has no method for this command, and sends it by what its own methods use. */
type Commanding = ImapFlow & {
  exec(command: string, attributes: readonly object[]): Promise<{ next(): void }>;
};

/**
 * Appends all of these mails by one command where the server can (RFC 3502): all of them lie there then, or none. It costs the server a fraction of
 * what as many commands do. False: it was not asked to, or has appended none.
 */
export async function appendTogether(client: ImapFlow, folder: string, mails: readonly Appended[]): Promise<boolean> {
  const size = mails.reduce((sum, { raw }) => sum + raw.length, 0);
  if (mails.length < 2 || size > LARGEST || !client.capabilities.has('MULTIAPPEND')) return false;
  // Other names are to be encoded, and NUL is to be announced.
  if (!/^[ !#-%'-[\]-~]+$/.test(folder) || mails.some(({ raw }) => raw.includes(0))) return false;
  const attributes = mails.flatMap(({ raw, date }) => [
    SEEN.map((value) => ({ type: 'ATOM', value })),
    { type: 'STRING', value: internalDate(date) },
    { type: 'LITERAL', value: raw },
  ]);
  try {
    const done = await (client as Commanding).exec('APPEND', [{ type: 'ATOM', value: folder }, ...attributes]);
    done.next();
    return true;
  } catch (error) {
    if (isRecord(error) && (error.responseStatus === 'NO' || error.responseStatus === 'BAD')) return false;
    throw error;
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** RFC 9051: `date-time`. */
function internalDate(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2, ' ');
  const time = date.toISOString().slice(11, 19);
  return `${day}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()} ${time} +0000`;
}
