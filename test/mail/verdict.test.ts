import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/shared/mail/verdict/evidence.ts';
import { judgeMail } from '../../src/shared/mail/verdict/judge-mail.ts';
import { SIGN_NAMES, type SignName } from '../../src/shared/mail/verdict/sign.ts';
import { MADE_BY, SURE_ALONE, SURE_TOGETHER, verdictOn } from '../../src/shared/mail/verdict/sure-together.ts';

/** A piece that makes one sign of a mail, and no other. */
interface Piece {
  readonly header?: readonly [name: string, value: string];
  readonly mark?: string;
  readonly sender?: string;
  readonly text?: string;
  readonly seconds?: number;
  readonly is_repeated?: true;
  /** Nothing of what a program makes of a person's answer. */
  readonly is_bare?: true;
  /** Only such a mail can have it. */
  readonly is_answer?: boolean;
}

/** A text that says nothing of what is looked for, and is long enough to be known again. */
const PLAIN = 'The weather has been lovely around here for weeks.';

/** None of these words is a sign by itself. */
const SOUNDS =
  'Thank you for your message. In urgent cases please contact our hotline, which is staffed day and night.';

const PIECES: Readonly<Record<SignName, Piece>> = {
  auto_replied: { header: ['auto-submitted', 'auto-replied (vacation)'] },
  auto_generated: { header: ['auto-submitted', 'auto-generated'], is_answer: false },
  report: { header: ['content-type', 'multipart/report; report-type=disposition-notification'] },
  bulk: { header: ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'], is_answer: false },
  answers_generated: { header: ['auto-submitted', 'auto-generated'], is_answer: true },
  autoresponder_header: { header: ['x-autoreply', 'yes'] },
  subject_mark: { mark: 'Automatic reply: ' },
  seconds: { seconds: 4, is_answer: true },
  nobodys_address: { sender: 'no-reply@acme.example' },
  no_return_path: { header: ['return-path', '<>'] },
  bare: { is_bare: true, is_answer: true },
  declares_itself: { text: 'This is an automated message.' },
  absence: { text: 'I am out of the office until 12 March.' },
  leave: { text: 'I have some days off until 12 March.' },
  away: { text: 'I am out of the office.' },
  confirmation: { text: 'Your request has been received. Your ticket number is 1234.' },
  sounds_automatic: { text: SOUNDS },
  repeated: { is_repeated: true, text: PLAIN },
  list: { header: ['list-unsubscribe', '<https://acme.example/u>'], is_answer: false },
  says_no_machine: { header: ['auto-submitted', 'no'] },
  answers_us: { text: 'Which day suits you?' },
  sounds_like_a_wish: { text: 'Rather not hear more of this.' },
};

const OURS = {
  subject: 'Quiet work',
  text: 'Would a call suit you?',
  from: { name: 'Anna', email: 'anna@ours.example' },
};
const AT = Date.parse('2026-03-02T09:00:00Z');
function mailWith(signs: readonly SignName[]): Evidence {
  const pieces = signs.map((sign) => PIECES[sign]);
  const is_answer = pieces.find((piece) => piece.is_answer !== undefined)?.is_answer ?? true;
  const text = pieces.flatMap((piece) => piece.text ?? []).join(' ') || PLAIN;
  const seconds = pieces.find((piece) => piece.seconds !== undefined)?.seconds ?? 3_600;
  const isBare = pieces.some(({ is_bare }) => is_bare);
  const headers = [
    ...pieces.flatMap(({ header }) => (header === undefined ? [] : [header])),
    ...(isBare ? [] : [['x-mailer', 'A program'] as const]),
  ];
  // Whoever sends to many without asking names both.
  const list = signs.includes('bulk') ? [PIECES.list.header ?? (['', ''] as const)] : [];
  return {
    subject: `${pieces.find(({ mark }) => mark !== undefined)?.mark ?? (isBare ? '' : 'Re: ')}Quiet work`,
    headers: new Map([...headers, ...list]),
    sender: pieces.find(({ sender }) => sender !== undefined)?.sender ?? 'bo@acme.example',
    text,
    is_answer,
    at: AT,
    reader: { today: '2026-03-02' },
    sent: [{ ...OURS, at: AT - seconds * 1000 }],
    earlier: pieces.some(({ is_repeated }) => is_repeated) ? [text] : [],
  };
}

/** Both stand in one mail: not where both are the same field, the same words, or one is of answers and the other of none. */
function canMeet(one: SignName, other: SignName): boolean {
  const [first, second] = [PIECES[one], PIECES[other]];
  const sameField = first.header !== undefined && first.header[0] === second.header?.[0];
  const apart = first.is_answer !== undefined && second.is_answer !== undefined && first.is_answer !== second.is_answer;
  return !sameField && !apart && !(first.text !== undefined && second.text !== undefined && areBothInWords(one, other));
}

const IN_WORDS: readonly SignName[] = ['absence', 'leave', 'away', 'confirmation', 'sounds_automatic'];
/** Signs with known words: what a mail sounds like is asked only where none is known. */
const KNOWN: readonly SignName[] = [...IN_WORDS, 'declares_itself'];
const areBothInWords = (one: SignName, other: SignName): boolean =>
  [one, other].every((sign) => IN_WORDS.includes(sign)) ||
  ([one, other].includes('sounds_automatic') && [one, other].every((sign) => KNOWN.includes(sign)));

const AGAINST: readonly SignName[] = ['says_no_machine', 'answers_us', 'sounds_like_a_wish'];
const FOR = SIGN_NAMES.filter((sign) => !AGAINST.includes(sign));
const PAIRS = FOR.flatMap((one, at) => FOR.slice(at + 1).map((other) => [one, other] as const));
const isSure = (one: SignName, other: SignName): boolean =>
  SURE_TOGETHER.some((pair) => pair.includes(one) && pair.includes(other));
/** Whether it sounds like a wish says nothing of who wrote it. */
const signsOf = (evidence: Evidence): SignName[] =>
  judgeMail(evidence)
    .signs.map(({ sign }) => sign)
    .filter((sign) => sign !== 'sounds_like_a_wish');

describe('each sign', () => {
  it.each([...FOR, 'says_no_machine', 'answers_us'] as const)(
    '%s is found in a mail that has it, and in no other',
    (sign) => {
      const expected = sign === 'bulk' ? ['bulk', 'list'] : [sign];
      expect(signsOf(mailWith([sign])).toSorted()).toEqual(expected);
    },
  );

  it.each(FOR)('%s alone is sure only where a standard defines it', (sign) => {
    const { verdict } = judgeMail(mailWith([sign]));
    expect(verdict === 'machine').toBe(SURE_ALONE.includes(sign));
  });

  it.each(['seconds', 'repeated', 'bare', 'leave', 'away', 'confirmation', 'sounds_automatic'] as const)(
    '%s alone asks nobody: people do it too',
    (sign) => {
      expect(judgeMail(mailWith([sign])).verdict).toBe('person');
    },
  );

  it.each([
    ['x-auto-response-suppress', 'All'],
    ['precedence', 'bulk'],
    ['precedence', 'list'],
    ['auto-submitted', 'auto-forwarded'],
    ['x-ms-exchange-inbox-rules-loop', 'bo@acme.example'],
  ])('is not %s: %s, which programs and relays set on what people write', (name, value) => {
    const mail = mailWith([]);
    expect(signsOf({ ...mail, headers: new Map([...mail.headers, [name, value]]) })).toEqual([]);
  });

  it('that speaks for nothing leaves a person', () => {
    expect(judgeMail(mailWith([])).verdict).toBe('person');
    expect(signsOf(mailWith([]))).toEqual([]);
  });
});

describe('the table of what is sure together', () => {
  it('names pairs of signs that are made by different things, and none twice', () => {
    for (const [one, other] of SURE_TOGETHER) {
      expect(MADE_BY[one as keyof typeof MADE_BY], `${one}, ${other}`).not.toBe(MADE_BY[other as keyof typeof MADE_BY]);
      expect(canMeet(one, other), `${one}, ${other}`).toBe(true);
    }
    expect(new Set(SURE_TOGETHER.map((pair) => pair.toSorted().join())).size).toBe(SURE_TOGETHER.length);
  });

  it.each(PAIRS.filter(([one, other]) => canMeet(one, other)))('says what %s and %s are', (one, other) => {
    const mail = mailWith([one, other]);
    expect(signsOf(mail)).toEqual(expect.arrayContaining([one, other]));
    const isMachine = SURE_ALONE.includes(one) || SURE_ALONE.includes(other) || isSure(one, other);
    expect(judgeMail(mail).verdict === 'machine').toBe(isMachine);
  });

  it.each(SURE_TOGETHER)('leaves %s and %s to a person where the mail says that no machine wrote it', (one, other) => {
    expect(verdictOn(new Set([one, other, 'says_no_machine']))).toBe('in_doubt');
  });

  it('knows no pair of what people do as well: they are out of office, answer at once, and repeat themselves', () => {
    for (const [one, other] of [
      ['seconds', 'absence'],
      ['seconds', 'away'],
      ['seconds', 'leave'],
      ['bare', 'away'],
      ['bare', 'seconds'],
      ['seconds', 'repeated'],
      ['absence', 'repeated'],
      ['away', 'declares_itself'],
    ] as const) {
      expect(verdictOn(new Set([one, other])), `${one}, ${other}`).not.toBe('machine');
    }
  });
});

describe('what sounds like a wish', () => {
  it('is in doubt, with the words that weighed most, and is no sign of a machine', () => {
    const judged = judgeMail(mailWith(['sounds_like_a_wish']));
    expect(judged).toMatchObject({ verdict: 'person', wish: 'likely', doubt: 'wish' });
    expect(judged.signs).toEqual([{ sign: 'sounds_like_a_wish', seen: expect.stringContaining('hear') }]);
  });

  it('is asked in so many words where a rule knows them, and never sure by its sound', () => {
    expect(judgeMail({ ...mailWith([]), text: 'Please remove me from your list.' })).toMatchObject({
      wish: 'sure',
      doubt: null,
    });
  });

  it('leaves a yes alone', () => {
    expect(judgeMail({ ...mailWith([]), text: 'Yes, call me on Monday.' })).toMatchObject({
      wish: 'none',
      doubt: null,
    });
  });
});

describe('an answer to us', () => {
  it('makes words of absence a person’s', () => {
    expect(judgeMail(mailWith(['absence', 'answers_us'])).verdict).toBe('person');
    expect(judgeMail(mailWith(['declares_itself', 'absence', 'answers_us'])).verdict).toBe('person');
  });

  it('leaves to a person what a ticket system or a relay may have sent for one', () => {
    expect(judgeMail(mailWith(['answers_generated', 'away', 'answers_us'])).verdict).toBe('in_doubt');
    expect(judgeMail(mailWith(['no_return_path', 'absence', 'answers_us'])).verdict).toBe('in_doubt');
    // Of an autoresponder's subject that a person answers from.
    expect(judgeMail(mailWith(['subject_mark', 'away', 'answers_us'])).verdict).toBe('in_doubt');
  });

  it('leaves to a person what has nothing of a mail program and asks us something', () => {
    expect(judgeMail(mailWith(['no_return_path', 'bare', 'answers_us'])).verdict).toBe('in_doubt');
    expect(judgeMail(mailWith(['bare', 'absence', 'answers_us'])).verdict).toBe('person');
  });

  it('does not undo what an autoresponder says', () => {
    expect(judgeMail(mailWith(['autoresponder_header', 'absence', 'answers_us'])).verdict).toBe('machine');
  });
});

describe('what we wrote', () => {
  it('is no sign, in the subject or in the text', () => {
    const ours = {
      ...OURS,
      subject: 'Out of office: a tool',
      text: 'This is an automated message, I am out of office until 12 March.',
    };
    const mail = { ...mailWith([]), sent: [{ ...ours, at: AT - 3_600_000 }] };
    expect(signsOf({ ...mail, subject: 'Re: Out of office: a tool' })).toEqual([]);
    expect(signsOf({ ...mail, text: `Good idea.\n\n> ${ours.text}` })).toEqual([]);
    expect(signsOf({ ...mail, text: `Good idea.\n\n${ours.text}` })).toEqual([]);
    expect(signsOf({ ...mail, subject: 'Automatic reply: Out of office: a tool' })).toEqual(['subject_mark']);
  });
});

describe('what is asked of a person', () => {
  const machine = (text: string) => judgeMail({ ...mailWith(['auto_replied']), text });

  it('is the day of return where a time is named and no day can be read', () => {
    expect(machine('I am out of the office until after the summer.')).toMatchObject({
      verdict: 'machine',
      doubt: 'return_day',
    });
    expect(machine('I am out of the office until after Easter.')).toMatchObject({ returns_on: '2026-04-07' });
    expect(machine('I am out of the office until 12 March.')).toMatchObject({ returns_on: '2026-03-12', doubt: null });
    expect(machine('I am out of the office.')).toMatchObject({ returns_on: null, doubt: null });
  });

  it('is a wish that may be one', () => {
    const said = (text: string) => judgeMail({ ...mailWith([]), text });
    expect(said('This is spam.')).toMatchObject({ verdict: 'person', wish: 'likely', doubt: 'wish' });
    expect(said('Please remove me from your list.')).toMatchObject({ wish: 'sure', doubt: null });
    expect(said('Please remove me from the next meeting.')).toMatchObject({ wish: 'none', doubt: null });
  });

  it('is nothing where somebody clicked on our link to unsubscribe, whatever sends the mail', () => {
    const click = { ...mailWith(['auto_replied']), subject: 'unsubscribe', text: '' };
    expect(judgeMail(click)).toMatchObject({ verdict: 'person', wish: 'sure', doubt: null });
  });
});
