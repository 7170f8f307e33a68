import type { SentMail } from '../../../src/shared/mail/own-words/sent-lines.ts';
import { judgeParsed, readReport } from '../../../src/shared/mail/read-meaning.ts';
import type { ParsedMail } from '../../../src/shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../../src/shared/mail/reading/read-mail.ts';
import type { Judgement } from '../../../src/shared/mail/verdict/judge-mail.ts';
import type { Entry, Received } from './entry.ts';

/** A mail of a set as the reader takes it. */
export interface Taken {
  readonly entry: Received;
  readonly is_bounce: boolean;
  /** Null: it is a report of a server. */
  readonly judged: Judgement | null;
}

/** A mail of a set, parsed, with the mail of ours that it answers. */
export interface ReadEntry {
  readonly entry: Received;
  readonly mail: ParsedMail;
  readonly sent: readonly SentMail[];
}

export async function readEntries(entries: readonly Entry[]): Promise<ReadEntry[]> {
  const sent = new Map<string, SentMail>();
  for (const one of entries) if ('sent' in one) sent.set(one.sent, sentOf(await readMail(bytesOf(one.mail))));
  const read: ReadEntry[] = [];
  for (const one of entries) {
    if ('sent' in one) continue;
    const answered = one.answers === null ? undefined : sent.get(one.answers);
    const mail = await readMail(bytesOf(one.mail));
    read.push({ entry: one as Received, mail, sent: answered === undefined ? [] : [answered] });
  }
  return read;
}

/** Reads every mail of a set, with what the reader takes it for. */
export async function takeSet(entries: readonly Entry[]): Promise<Taken[]> {
  return (await readEntries(entries)).map(({ entry, mail, sent }) => {
    const report = readReport(mail);
    const said = mail.date ?? Date.parse(entry.date ?? '');
    const received_at = Number.isNaN(said) ? (sent[0]?.at ?? 0) : said;
    const judged = report === null ? judgeParsed(mail, { received_at, sent }) : null;
    return { entry, is_bounce: report?.kind === 'bounce', judged };
  });
}

const bytesOf = (mail: string | Uint8Array): Uint8Array =>
  typeof mail === 'string' ? Buffer.from(mail, 'base64') : mail;

const sentOf = ({ subject, text, from, date }: ParsedMail): SentMail => ({
  subject,
  text,
  from: { name: from?.name ?? '', email: from?.email ?? '' },
  at: date ?? 0,
});

export interface Share {
  readonly right: number;
  readonly of: number;
  readonly wrong: readonly Taken[];
}

export interface Figures {
  /** Mails of people that are taken surely for a machine's: `right` counts those that are not. */
  readonly people_kept: Share;
  /** Wishes that are sure or likely. */
  readonly wishes_found: Share;
  /** Absences whose day is right, or rightly none. */
  readonly days_right: Share;
  /** Mails of machines, bounces aside, about which nobody is asked. */
  readonly machines_not_asked: Share;
  /** The same, and taken for a machine's: who is not asked may have been taken for a person. */
  readonly machines_known: Share;
  /** Replies without a wish that are taken surely for one: `right` counts those that are not. */
  readonly no_false_wishes: Share;
  readonly bounces_found: Share;
  /** Replies without a wish about which nobody is asked: what it costs that wishes are heard in any words. */
  readonly people_not_asked: Share;
  /** Own words, where the set says what they are. */
  readonly own_words: Share;
}

/** Each figure in words, with its aim. */
export const SAID: Readonly<Record<keyof Figures, string>> = {
  people_kept: 'what people wrote, not taken surely for a machine (all)',
  wishes_found: 'wishes, sure or likely (97 %)',
  days_right: 'days of return, right (95 %)',
  machines_not_asked: 'automatic mails, nobody asked (95 %)',
  machines_known: 'automatic mails, known as such',
  no_false_wishes: 'replies, not taken surely for a wish (all)',
  bounces_found: 'bounces (95 %)',
  people_not_asked: 'replies without a wish, nobody asked',
  own_words: 'own words, found exactly',
};

/** Counts what was read rightly, by what a set calls each mail. */
export function figuresOf(taken: readonly Taken[]): Figures {
  const isPlainReply = ({ entry: { kind, wish } }: Taken) => kind === 'reply' && wish !== true;
  const isPersons = ({ entry: { kind } }: Taken) => kind === 'reply' || kind === 'wish';
  const isBounce = ({ entry }: Taken) => entry.bounce === true || entry.type === 'bounce';
  const people = taken.filter(isPersons);
  const machines = taken.filter((one) => !isPersons(one) && !isBounce(one));
  return {
    people_kept: share(people, ({ judged }) => judged !== null && judged.verdict !== 'machine'),
    wishes_found: share(
      taken.filter(({ entry }) => entry.kind === 'wish'),
      ({ judged }) => judged !== null && (judged.wish !== 'none' || judged.doubt !== null),
    ),
    days_right: share(
      taken.filter(({ entry }) => entry.kind === 'absence'),
      hasRightDay,
    ),
    machines_not_asked: share(machines, ({ judged }) => judged?.doubt == null),
    machines_known: share(
      machines,
      ({ judged, is_bounce }) =>
        !is_bounce && (judged === null || (judged.verdict === 'machine' && judged.doubt === null)),
    ),
    no_false_wishes: share(taken.filter(isPlainReply), ({ judged }) => judged?.wish !== 'sure'),
    people_not_asked: share(taken.filter(isPlainReply), ({ judged }) => judged?.doubt == null),
    bounces_found: share(taken.filter(isBounce), ({ is_bounce }) => is_bounce),
    own_words: share(
      people.filter(({ entry }) => entry.own !== undefined),
      ({ entry, judged }) => judged !== null && plain(judged.own) === plain(entry.own ?? ''),
    ),
  };
}

function hasRightDay({ entry, judged }: Taken): boolean {
  const read = judged?.returns_on ?? null;
  return read === (entry.return_day ?? null) || (read !== null && (entry.return_day_also ?? []).includes(read));
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

function share(of: readonly Taken[], isRight: (one: Taken) => boolean): Share {
  const wrong = of.filter((one) => !isRight(one));
  return { right: of.length - wrong.length, of: of.length, wrong };
}
