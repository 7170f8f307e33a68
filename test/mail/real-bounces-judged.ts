import { readBounce } from '../../src/shared/mail/bounces/read-bounce.ts';
import { ALL_RULES, type Knowledge, rulesWithout } from '../../src/shared/mail/bounces/rules/all-rules.ts';
import { readComplaint } from '../../src/shared/mail/complaints/read-complaint.ts';
import type { MailMeaning } from '../../src/shared/mail/mail-meaning.ts';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import type { ParsedMail } from '../../src/shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { type RealMessage, realBounces } from './real-bounces.ts';

export interface Judged extends RealMessage {
  readonly meaning: MailMeaning;
  /** Hard or not, as the labels have it. */
  readonly is_right: boolean;
  /** The same, read without what is known from mails of its server alone. */
  readonly is_right_as_stranger: boolean;
  /** The mail is about one that did not arrive; the others are complaints, absences and receipts. */
  readonly is_failure: boolean;
}

/** Every message, as it is read, and as it would be if its server were met for the first time. */
export const judgedBounces = (): Promise<Judged[]> =>
  Promise.all(
    realBounces().map(async (message) => {
      const mail = await readMail(message.source);
      const meaning = readMeaning(mail, { received_at: Date.parse('2026-03-02T09:00:00Z') });
      const expected = message.expected.some(({ hard }) => hard);
      return {
        ...message,
        meaning,
        is_right: isHard(mail, ALL_RULES) === expected,
        is_right_as_stranger: isHard(mail, rulesWithout(message.server)) === expected,
        is_failure: !NO_FAILURE.has(message.expected[0]?.reason ?? ''),
      };
    }),
  );

const NO_FAILURE = new Set(['feedback', 'vacation', 'delivered']);

const isHard = (mail: ParsedMail, knowledge: Knowledge): boolean =>
  readComplaint(mail) === null && readBounce(mail, knowledge)?.bounce_kind === 'hard';

export const recipientsOf = (meaning: MailMeaning): readonly string[] =>
  meaning.kind === 'bounce' ? meaning.recipients : [];
