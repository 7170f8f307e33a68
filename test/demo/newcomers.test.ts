import { describe, expect, it } from 'vitest';
import { ACQUAINTANCES, addressOf, PEOPLE } from '../../src/app/demo/demo-people.ts';
import { DEMO_SENDERS } from '../../src/app/demo/demo-senders.ts';
import { ADDRESSES_OF_NEWCOMERS, newcomersOf, WEEKS } from '../../src/app/demo/newcomers/newcomers-of.ts';
import { NEWCOMERS_SEQUENCE, NEWCOMERS_TEXT } from '../../src/app/demo/newcomers/newcomers-sequence.ts';
import { writeAnswer } from '../../src/app/demo/people/write-answer.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';

const AT = Date.parse('2026-03-02T09:00:00Z');
const MAIL = {
  ...{
    from: { name: 'Anna Keller', email: DEMO_SENDERS[0].email },
    subject: 'On-call load in numbers',
    message_id: '<1@acme.example>',
  },
  ...{ references: [], text: 'Shall I send you how?', at: AT },
};

describe('who joins the demo', () => {
  it('is somebody else each week for years, and nobody of its first people', () => {
    expect(WEEKS).toBeGreaterThan(150);
    const all = [...ADDRESSES_OF_NEWCOMERS, ...[...PEOPLE, ...ACQUAINTANCES].map(addressOf)];
    expect(new Set(all).size).toBe(all.length);
    expect(newcomersOf(7)).toEqual(newcomersOf(7));
  });

  it('has mails that bounce only once the candidates have had theirs, or one in twenty would pause the mailbox', () => {
    const bounces = Array.from({ length: 12 }, (_, week) =>
      newcomersOf(week).some(({ behavior }) => behavior.bounces !== undefined),
    );
    expect(bounces).toEqual([...Array(8).fill(false), ...Array(4).fill(true)]);
  });

  it('answers, bounces, wants no more mail or stays silent', () => {
    const week = newcomersOf(8).map(({ behavior }) => behavior);
    expect(week.filter(({ bounces }) => bounces !== undefined)).toHaveLength(1);
    expect(week.filter(({ unsubscribes_after }) => unsubscribes_after !== undefined)).toHaveLength(1);
    expect(week.filter((behavior) => Object.keys(behavior).length === 0)).toHaveLength(2);
  });

  it('and who is there from the start write mails to read, and one each that only a person understands', async () => {
    const meanings = async (people: readonly { behavior: { reply_text?: string | undefined } }[]) => {
      const kinds: string[] = [];
      for (const text of people.flatMap(({ behavior }) => behavior.reply_text ?? [])) {
        const by = { name: 'Vera Lund', email: 'vera.lund@cobalt.example' };
        const read = await readMail(await writeAnswer(MAIL, { is: 'reply', text, by }));
        kinds.push(readMeaning(read, { received_at: AT, sent: [MAIL] }).kind);
      }
      return kinds;
    };
    for (const people of [PEOPLE, newcomersOf(0)]) {
      const kinds = await meanings(people);
      expect(kinds.filter((kind) => kind === 'in_doubt')).toHaveLength(1);
      expect(kinds).toContain('mail');
    }
  });

  it('walks a sequence without a fault', () => {
    const { ok, diagnostics } = compileSequence(NEWCOMERS_TEXT);
    expect(diagnostics).toEqual([]);
    expect(ok).toBe(true);
    expect(NEWCOMERS_TEXT).toContain(`sequence: ${NEWCOMERS_SEQUENCE}\n`);
  });
});
