import { describe, expect, it } from 'vitest';
import { ownWords } from '../../src/shared/mail/own-words/own-words.ts';
import type { SentMail } from '../../src/shared/mail/own-words/sent-lines.ts';
import { QUOTING, type Quoting } from './meaning/written/quoting.ts';

const OURS =
  'Hello Bo,\n\nwe are growing the platform team, and your work on large systems caught my eye.\nWould a short call suit you?\n\nAnna';
const SENT: SentMail = {
  subject: 'Quiet work',
  text: OURS,
  from: { name: 'Anna Keller', email: 'anna@ours.example' },
  at: 0,
};
const OWN = 'Please remove me from your list.\nMy number is 0151.';

const marked = OURS.replace(/^/gm, '> ');
const head = ({ outlook: [from, sent, to, subject] }: Quoting) => [
  `${from} Anna Keller <anna@ours.example>`,
  `${sent} 16.12.2026 09:30`,
  `${to} Bo Prospect <bo@acme.example>`,
  `${subject} Quiet work`,
];
/** Broken where a line has so many characters, at a blank. */
const broken = (line: string, at: number): string => {
  const blank = line.lastIndexOf(' ', at);
  return line.length <= at || blank < 1 ? line : `${line.slice(0, blank)}\n${line.slice(blank + 1)}`;
};

/** Things that programs, relays and people do to a text. */
const WAYS: Readonly<Record<string, (quoting: Quoting) => string>> = {
  'a line with marks': (quoting) => `${OWN}\n\n${quoting.gmail}\n${marked}`,
  'no blank line above it': (quoting) => `${OWN}\n${quoting.gmail}\n${marked}`,
  'a broken line': (quoting) => `${OWN}\n\n${broken(quoting.gmail, 50)}\n\n${marked}`,
  'a broken line and no blank line above it': (quoting) => `${OWN}\n${broken(quoting.yahoo, 60)}\n\n${marked}`,
  'no marks': (quoting) => `${OWN}\n\n${quoting.yahoo}\n\n${OURS}`,
  'blanks around it': (quoting) => `${OWN}\n\n\t  ${quoting.apple}  \n \n${marked}`,
  'a head': (quoting) => `${OWN}\n\n${head(quoting).join('\n')}\n\n${OURS}`,
  'a head with blanks': (quoting) =>
    `${OWN}\n\n${head(quoting)
      .map((line) => line.replace(': ', ':\t   '))
      .join('\n')}\n\n${OURS}`,
  'a head without a blank line above it': (quoting) => `${OWN}\n${head(quoting).join('\n')}\n${OURS}`,
  'a head with blank lines in it': (quoting) => `${OWN}\n\n${head(quoting).join('\n\n')}\n\n${OURS}`,
  'a head with a broken field': (quoting) =>
    `${OWN}\n\n${head(quoting)
      .map((line) => line.replace(' <anna', '\n <anna'))
      .join('\n')}\n\n${OURS}`,
  'a head in bold': (quoting) =>
    `${OWN}\n\n${head(quoting)
      .map((line) => line.replace(/^([^:]*:)/, '*$1*'))
      .join('\n')}\n\n${OURS}`,
  'a head in another order': (quoting) => `${OWN}\n\n${head(quoting).toReversed().join('\n')}\n\n${OURS}`,
  'a footer of a telephone': (quoting) => `${OWN}\n\n${quoting.telephone}\n\n${quoting.apple}\n\n${marked}`,
};

describe.each(Object.entries(QUOTING))('own words in %s', (_, quoting) => {
  it.each(Object.entries(WAYS))('are found above %s', (_way, write) => {
    expect(ownWords(write(quoting))).toBe(OWN);
    expect(ownWords(write(quoting), [SENT])).toBe(OWN);
  });

  it('are found below what is quoted, and between it', () => {
    const [first, second] = [OURS.split('\n').slice(0, 3), OURS.split('\n').slice(3)];
    const marks = (lines: readonly string[]) => lines.map((line) => `> ${line}`).join('\n');
    expect(ownWords(`${quoting.gmail}\n${marked}\n\n${OWN}`)).toBe(OWN);
    expect(ownWords(`${quoting.gmail}\n${marks(first)}\nInteresting.\n${marks(second)}\nYes.`)).toBe(
      'Interesting.\nYes.',
    );
    expect(ownWords(`${quoting.yahoo}\n\n${OURS}\n\n${OWN}`, [SENT])).toBe(OWN);
  });
});

describe('what we sent', () => {
  it('is found without any word that introduces it, however its lines are broken', () => {
    const folded = OURS.replace('platform team, and', 'platform\nteam, and').replace(
      'short call suit',
      'short call\nsuit',
    );
    expect(ownWords(`${OWN}\n\n${OURS}`, [SENT])).toBe(OWN);
    expect(ownWords(`${OWN}\n\n${folded}`, [SENT])).toBe(OWN);
  });

  it('is found in a language that nobody here knows, with what stands above it', () => {
    const thai = 'จาก: Anna Keller <anna@ours.example>\nส่ง: 16 ธันวาคม 2569\nถึง: Bo\nเรื่อง: Quiet work';
    expect(ownWords(`${OWN}\n\n${thai}\n\n${OURS}`, [SENT])).toBe(OWN);
    expect(ownWords(`${OWN}\n\nAnna Keller <anna@ours.example> kimenye 09:30:\n\n${OURS}`, [SENT])).toBe(OWN);
  });

  it('leaves nothing where nothing is their own', () => {
    expect(ownWords(OURS, [SENT])).toBe('');
  });

  it('takes no words of theirs that only resemble ours', () => {
    const own = 'Hello Anna,\n\nthe platform team here is growing too: a short call would suit me.\n\nBo';
    expect(ownWords(`${own}\n\n${QUOTING.english?.gmail}\n${marked}`, [SENT])).toBe(own);
  });
});

describe('a text that only looks like a head', () => {
  it.each([
    'Travel plans:\nFrom: Berlin\nTo: Paris\nDate: 5 January\n\nShall we meet there?',
    'As Anna wrote on Monday, it is growing:\nI like that.',
    'Monday at 10:30 suits me, or as follows:\n- Tuesday\n- Wednesday',
    'Gerne, aber erst im Januar: bis zum 6.1. bin ich im Urlaub.\nAnna Keller kennt mich.',
  ])('stays: %s', (text) => {
    expect(ownWords(text)).toBe(text);
    expect(ownWords(`${text}\n\n${QUOTING.english?.gmail}\n${marked}`, [SENT])).toBe(text);
  });
});
