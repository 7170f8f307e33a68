/** What a mail server answered, as far as a text tells. */
export interface SmtpReply {
  /** `550`; null: none is told. */
  readonly code: string | null;
  /** Enhanced status (RFC 3463), `5.1.1`. */
  readonly status: string | null;
}

const STATUS = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/g;
/** Three digits that stand where a reply stands: before words, a status or the end, never inside a number. */
const CODE =
  /(?<![\d.,:#/$€£-])([45][0-5]\d)(?=[\s\-:;,)]|$)(?! ?(?:€|eur|usd|dollars?|people|times|bytes|kb|mb)\b)/gim;

/** The reply in a text. Servers repeat themselves: the first that is an error counts. */
export function smtpReply(text: string): SmtpReply {
  const part = text.slice(0, 20_000);
  const statuses = [...part.matchAll(STATUS)].map(([, status = '']) => status).filter((status) => !isAddress(status));
  return {
    code: [...part.matchAll(CODE)].map(([, code = '']) => code)[0] ?? null,
    // `5.0.0` says no more than that it failed: a better one may follow.
    status: statuses.find((status) => !/^\d\.0\.0$/.test(status)) ?? statuses[0] ?? null,
  };
}

/** What a notice quotes of a server's reply: its first line with a code and those that go on with it; empty where it quotes none. */
export const replyIn = (notice: string): string =>
  /(?:said|returned was|responded|response|reported|reason|error)[^\n:]{0,60}:\s{0,10}((?:[45][0-5]\d[ -]){1,2}[^\n]{1,500}(?:\n[ \t]*\S[^\n]{0,500}){0,5})/i.exec(
    notice.slice(0, 20_000),
  )?.[1] ?? '';

/** RFC 3463 has no subject above 7; vendors go on within the detail alone. */
const isAddress = (status: string): boolean => Number(status.split('.')[1]) > 9;
