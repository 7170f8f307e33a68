import { type AddressInText, addressesIn } from '../reading/addresses.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';

/** An address that a notice names as not reached, and what stands below it up to the next one. */
export interface NamedRecipient {
  readonly recipient: string;
  readonly diagnostic: string;
}

const MOST_ADDRESSES = 300;
const MOST_DIAGNOSTIC = 4_000;

/**
 * Whom a notice in free text is about: first the addresses that the returned mail was sent to, then those with which a line
 * begins, then those a server was told (`RCPT TO`), then any. The one who is told, and whom to ask, are none.
 */
export function recipientsInText(notice: string, mail: ParsedMail, known: readonly string[]): NamedRecipient[] {
  const sent = new Set(known.map(lower));
  const own = new Set([...mail.to, ...(mail.from ? [mail.from] : [])].map(({ email }) => lower(email)));
  const mentions = addressesIn(notice)
    .slice(0, MOST_ADDRESSES)
    .filter(({ email }) => sent.has(lower(email)) || !own.has(lower(email)));
  const ranks = [
    mentions.filter(({ email }) => sent.has(lower(email))),
    mentions.filter((mention) => beginsLine(notice, mention) && !isHelp(notice, mention)),
    mentions.filter((mention) => isCommand(notice, mention)),
    mentions.filter((mention) => !isHelp(notice, mention)),
  ];
  const chosen = ranks.find((rank) => rank.length > 0) ?? [];
  const starts = chosen.filter((mention, index) => index === 0 || beginsLine(notice, mention));
  const found = new Map<string, NamedRecipient>();
  for (const mention of chosen) {
    const key = lower(mention.email);
    const begins = starts.findIndex(({ at }) => at >= mention.at);
    const end = starts.find(({ at, email }, index) => index >= begins && at > mention.at && lower(email) !== key)?.at;
    const own = notice.slice(
      lineStart(notice, mention.at),
      Math.min(end ?? notice.length, mention.at + MOST_DIAGNOSTIC),
    );
    const before = found.get(key)?.diagnostic ?? '';
    found.set(key, {
      recipient: found.get(key)?.recipient ?? mention.email,
      diagnostic: before.includes(own) ? before : `${before}\n${own}`.trim().slice(0, MOST_DIAGNOSTIC),
    });
  }
  return [...found.values()];
}

const lower = (text: string): string => text.toLowerCase();

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

const beginsLine = (text: string, { at }: AddressInText): boolean =>
  /^[\s<>"'*\-+:(・]{0,20}(?:(?:to|recipient|address|final-recipient|unknown user|user)\s?[:=][ \t<"]{0,5}(?:rfc822;\s?)?)?$/i.test(
    text.slice(lineStart(text, at), at),
  );

const isCommand = (text: string, { at }: AddressInText): boolean =>
  /rcpt to:\s{0,3}<?$/i.test(text.slice(Math.max(0, at - 20), at));

/** An address to turn to, or the one the mail came from; `(expanded from: <a@x>)` is what was written to. */
function isHelp(text: string, { at, email }: AddressInText): boolean {
  const before = text.slice(Math.max(0, at - 40), at);
  if (/^(?:postmaster|abuse|support|help|helpdesk|admin|administrator|mailer-daemon|noreply|no-reply)@/i.test(email))
    return true;
  if (/expanded from[\s:<("]{0,5}$/i.test(before)) return false;
  if (/(?:message|mail|deliver\w*) (?:to|for)[\s:<"]{0,5}mailto:$/i.test(before)) return false;
  return /(?:contact|e-?mail to|assistance|mailto:|write to|from|sender|reply to|help|support|visit)[\s:<("]{0,5}$/i.test(
    before,
  );
}
