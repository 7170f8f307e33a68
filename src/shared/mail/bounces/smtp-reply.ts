/** The answer of a mail server, as far as a text tells it. */
export interface SmtpReply {
  /** `550`; null: the text has none. */
  readonly code: string | null;
  /** Enhanced status (RFC 3463), `5.1.1`. */
  readonly status: string | null;
}

const STATUS = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/g;
/** Three digits in the position of a reply code: before words, a status or the end, never inside a number. */
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

/** `<<< 550 …`, `(reason: 550 …`, `said: 550-5.1.1 …`: a line that holds a reply, from the reply on. */
const BEGINS =
  /(?:^|[\s:>("'])((?:[45][0-5]\d[ -]{1,3}){1,2}\S.{0,1500}|[45][0-5]\d-?$|[45]\.\d{1,3}\.\d{1,3} .{1,1500})/;
const GOES_ON = /^(?![ \t>]*(?:>>>|<<<|[45][0-5]\d[ -]|-{3,}|={3,}|$))/;
const MOST_REPLIES = 12;

/**
 * The replies that a notice quotes, each with the lines that go on with it: those that refuse for good before those that put
 * off, as a transcript holds both.
 */
export function repliesIn(notice: string): string[] {
  const replies: string[] = [];
  let is_open = false;
  for (const line of notice.slice(0, 20_000).split('\n')) {
    const begins = BEGINS.exec(line)?.[1];
    const last = replies.at(-1) ?? '';
    if (begins !== undefined && !(is_open && goesOn(last, begins))) {
      if (replies.length >= MOST_REPLIES) break;
      replies.push(begins);
      is_open = true;
    } else if (is_open && (begins !== undefined || GOES_ON.test(line))) {
      replies[replies.length - 1] = `${last}\n${begins ?? line}`.slice(0, 2_000);
    } else {
      is_open = false;
    }
  }
  return replies.toSorted((one, other) => Number(one.startsWith('4')) - Number(other.startsWith('4')));
}

/** `550-` and the lines with the same code. */
const goesOn = (reply: string, line: string): boolean => {
  const last = reply.slice(reply.lastIndexOf('\n') + 1);
  return /^\d{3}-/.test(last) && last.slice(0, 3) === line.slice(0, 3);
};

/** RFC 3463 has no subject above 7; vendors go on within the detail alone. */
const isAddress = (status: string): boolean => Number(status.split('.')[1]) > 9;
