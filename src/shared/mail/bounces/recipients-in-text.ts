import { mailboxKey } from '../../identity/mailbox-key.ts';
import { type AddressInText, addressesIn } from '../reading/addresses.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';

/** An address that a notice names as not reached, and what stands below it up to the next one. */
export interface NamedRecipient {
  readonly recipient: string;
  readonly diagnostic: string;
}

const MOST_ADDRESSES = 300;
const MOST_DIAGNOSTIC = 4_000;
/** The most text kept for all recipients together: a notice with many of them says little of each. */
const MOST_DIAGNOSTICS = 60_000;

/**
 * Finds the recipients that a notice in free text is about: first the addresses that the returned mail was sent to, then those
 * with which a line begins, then those given to a server (`RCPT TO`), then any. The addressee of the notice, and whom to ask,
 * do not count.
 */
export function recipientsInText(notice: string, mail: ParsedMail, known: readonly string[]): NamedRecipient[] {
  const sent = new Set(known.map(mailboxKey));
  const own = new Set([...mail.to, ...(mail.from ? [mail.from] : [])].map(({ email }) => mailboxKey(email)));
  const mentions = addressesIn(notice)
    .slice(0, MOST_ADDRESSES)
    .filter(({ email }) => sent.has(mailboxKey(email)) || !own.has(mailboxKey(email)));
  const ranks = [
    mentions.filter(({ email }) => sent.has(mailboxKey(email))),
    mentions.filter((mention) => beginsLine(notice, mention) && !isHelp(notice, mention)),
    mentions.filter((mention) => isCommand(notice, mention)),
    mentions.filter((mention) => !isHelp(notice, mention)),
  ];
  const chosen = withPeers(ranks.find((rank) => rank.length > 0) ?? [], mentions, notice);
  const starts = chosen.filter((mention, index) => index === 0 || beginsLine(notice, mention));
  const found = new Map<string, NamedRecipient>();
  const most = Math.min(MOST_DIAGNOSTIC, Math.floor(MOST_DIAGNOSTICS / chosen.length));
  for (const mention of chosen) {
    const key = mailboxKey(mention.email);
    const begins = starts.findIndex(({ at }) => at >= mention.at);
    const end = starts.find(
      ({ at, email }, index) => index >= begins && at > mention.at && mailboxKey(email) !== key,
    )?.at;
    const own = notice.slice(
      Math.max(lineStart(notice, mention.at), mention.at - most),
      Math.min(end ?? notice.length, mention.at + most),
    );
    const before = found.get(key)?.diagnostic ?? '';
    found.set(key, {
      recipient: found.get(key)?.recipient ?? mention.email,
      diagnostic: before.includes(own) ? before : `${before}\n${own}`.trim().slice(0, 2 * most),
    });
  }
  return [...found.values()];
}

/** And who stands in the same list: on a line that begins as the line of one of them does, or after one of them and a comma. */
function withPeers(
  chosen: readonly AddressInText[],
  mentions: readonly AddressInText[],
  notice: string,
): readonly AddressInText[] {
  const before = ({ at }: AddressInText) => notice.slice(Math.max(lineStart(notice, at), at - 60), at).trim();
  const isFirst = (mention: AddressInText) => beginsLine(notice, mention) && !isHelp(notice, mention);
  const known = new Set(chosen.map(({ at }) => at));
  const shapes = new Set(chosen.filter(isFirst).map(before));
  let end: number | null = null;
  return mentions.filter((mention) => {
    const between = end === null ? '' : notice.slice(end, Math.min(mention.at, end + 12));
    const isNext = /^["'>]{0,2}\s{0,3}[,;]\s{0,5}["'<]{0,2}$/.test(between);
    const isPeer = known.has(mention.at) || isNext || (isFirst(mention) && shapes.has(before(mention)));
    end = isPeer ? mention.at + mention.email.length : null;
    return isPeer;
  });
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

const beginsLine = (text: string, { at }: AddressInText): boolean =>
  /^[\s<>"'*\-+:(・]{0,20}(?:[45]\d\d[ -]{1,3}<)?(?:(?:to|recipient|address|final-recipient|unknown user|user)\s?[:=][ \t<"]{0,5}(?:rfc822;\s?)?)?$/i.test(
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
  if (/(?:message|mail|deliver\w{0,5}) (?:to|for)[\s:<"]{0,5}mailto:$/i.test(before)) return false;
  return /(?:contact|e-?mail to|assistance|mailto:|write to|from|sender|reply to|help|support|visit)[\s:<("]{0,5}$/i.test(
    before,
  );
}
