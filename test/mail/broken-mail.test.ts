import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksToStop } from '../../src/shared/mail/asks-to-stop.ts';
import { cutQuoted } from '../../src/shared/mail/cut-quoted.ts';
import { meaningOf } from '../../src/shared/mail/meaning-of.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { textOfHtml } from '../../src/shared/mail/reading/text-of-html.ts';

const understand = async (source: Uint8Array) => meaningOf(await readMail(source), { received_at: Date.now() });
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
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (source) => {
        expect((await understand(source)).kind).toBeTypeOf('string');
      }),
      { numRuns: 200 },
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
    const begun = process.cpuUsage();
    await understand(bytes(source));
    const { user } = process.cpuUsage(begun);
    // What is quadratic takes minutes at this length.
    expect(user / 1_000_000).toBeLessThan(6);
  });

  it('shows HTML as text in as much time as it is long', () => {
    const begun = process.cpuUsage();
    for (const html of [
      '<'.repeat(long),
      '<div>'.repeat(long / 5),
      '&amp;'.repeat(long / 5),
      '<style>'.repeat(long / 7),
    ]) {
      textOfHtml(html);
      asksToStop(html);
    }
    expect(process.cpuUsage(begun).user / 1_000_000).toBeLessThan(4);
    expect(textOfHtml('<style>x</style><p>Yes &uuml;</p><blockquote><div>Hello</div></blockquote>')).toBe(
      'Yes ü\n> Hello',
    );
  });
});
