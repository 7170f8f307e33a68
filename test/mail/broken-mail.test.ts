import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksToStop } from '../../src/shared/mail/asks-to-stop.ts';
import { cutQuoted } from '../../src/shared/mail/cut-quoted.ts';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { textOfHtml } from '../../src/shared/mail/text-of-html.ts';
import { referenceTime } from '../support/reference-time.ts';
import { rounds } from '../support/rounds.ts';

const understand = async (source: Uint8Array) => readMeaning(await readMail(source), { received_at: Date.now() });
const bytes = (text: string) => new TextEncoder().encode(text);

/** Pieces of which mails are made, in any order. */
const piece = fc.constantFrom(
  'From: MAILER-DAEMON@x.example\n',
  'Return-Path: <>\n',
  'Subject: Undelivered\n',
  '\n',
  '\n\n',
  '--b\n',
  '--b--\n',
  '> ',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n',
  'Content-Type: message/delivery-status\n',
  'Content-Type: message/rfc822\n',
  'Content-Transfer-Encoding: base64\n',
  'Final-Recipient: rfc822; a@x.example\n',
  'Action: failed\n',
  'Status: 5.1.1\n',
  '550 5.1.1 user unknown',
  'On Mon, Anna <a@x.example> wrote:\n',
  '=?utf-8?B?4pyT?=',
  '<div><blockquote>',
  '\u0000\ufffd',
  'until 12 March ',
);

describe('a mail of any shape', () => {
  it('is read without an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        expect((await understand(bytes(pieces.join('')))).kind).toBeTypeOf('string');
      }),
      { numRuns: rounds(300) },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (source) => {
        expect((await understand(source)).kind).toBeTypeOf('string');
      }),
      { numRuns: rounds(200) },
    );
  });

  it('never loses all that a person wrote', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cutQuoted(text) === '').toBe(text.trim() === '');
      }),
    );
  });

  const long = 400_000;
  const HEAD = 'From: MAILER-DAEMON@x.example\nSubject: Undelivered Mail\n';
  it.each([
    ['one line of addresses', `${HEAD}\n${'a@x.example,'.repeat(long / 12)}`],
    ['one word', `${HEAD}\n${'a'.repeat(long)}`],
    ['signs of addresses', `${HEAD}\n${'a.'.repeat(long / 2)}@`],
    ['white space', `${HEAD}\n${' \n'.repeat(long / 2)}`],
    ['replies', `${HEAD}\n${'550 5.1.1 '.repeat(long / 10)}`],
    ['headers', `${'X: y\n'.repeat(long / 5)}\nHello`],
    ['a header', `Subject: ${'fail '.repeat(long / 5)}\n\nHello`],
    ['parts', `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\n'.repeat(long / 5)}`],
    [
      'depth',
      Array.from(
        { length: 300 },
        (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
      ).join(''),
    ],
    ['quotes', `From: a@x.example\n\n${'On Mon <a@x.example\n'.repeat(long / 20)}`],
    ['words of dates', `Subject: Automatic reply\n\n${'until back 1 '.repeat(long / 13)}`],
    ['words of failure', `${HEAD}\n${'user address mailbox domain '.repeat(long / 28)}`],
  ])('of %s alone takes no longer than its length', async (_, source) => {
    // What is quadratic takes minutes at this length.
    expect(await referenceTime(() => understand(bytes(source)), { most: 3_000 })).toBeLessThan(3_000);
  });

  it('is read with the beginning of a list of addresses that is longer than any, and with all else', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) => `"Person ${n}" <person${n}@x.example>`);
    const lines = ['From: Ada <ada@x.example>', `To: ${many.join(',\n ')}`, 'Subject: Hello', '', 'Yes, gladly.'];
    const mail = await readMail(bytes(lines.join('\n')));
    expect(mail).toMatchObject({
      from: { email: 'ada@x.example' },
      subject: 'Hello',
      text: 'Yes, gladly.\n',
      is_cut: true,
    });
    expect(mail.to.length).toBeGreaterThan(300);
    expect(mail.to.length).toBeLessThan(2_000);
    const [first] = mail.to;
    expect(first).toEqual({ name: 'Person 0', email: 'person0@x.example' });
  });

  it.each(['From', 'To', 'Return-Path'])('of groups of groups in %s takes no longer than another one', async (name) => {
    const source = bytes(`${name}: ${'a:'.repeat(60_000)}\nSubject: Hello\n\nYes`);
    expect(await referenceTime(() => readMail(source), { most: 40 })).toBeLessThan(40);
    expect(await readMail(source)).toMatchObject({ subject: 'Hello', text: 'Yes\n' });
  });

  it('shows HTML as text in as much time as it is long', async () => {
    for (const piece of ['<', '<div>', '&amp;', '<style>']) {
      const html = piece.repeat(long / piece.length);
      const show = () => [textOfHtml(html), asksToStop(html)];
      expect(await referenceTime(show, { most: 1_000 }), piece).toBeLessThan(1_000);
    }
    expect(textOfHtml('<style>x</style><p>Yes &uuml;</p><blockquote><div>Hello</div></blockquote>')).toBe(
      'Yes ü\n> Hello',
    );
  });
});
