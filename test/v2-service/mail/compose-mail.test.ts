import { describe, expect, it } from 'vitest';
import { readMail } from '../../../src/shared/mail/reading/read-mail.ts';
import { composeMail, type MailToCompose } from '../../../src/v2/service/channels/mail/sending/compose-mail.ts';
import { NAUGHTY } from '../../support/naughty-strings.ts';

const FILE = { type: 'file', duration_ms: null } as const;

const EMAIL = {
  ...{ to: 'jo@works.test', cc: [], bcc: [], reply_to: null, subject: 'Hi', thread_ref: null },
  ...{ text: 'Hi', html: null, headers: {}, files: [] },
};

/** A mail that has the text wherever a mail can have one. */
const compose = (text: string, more: Partial<MailToCompose> = {}) =>
  composeMail({
    from: { name: text, address: 'anna@agency.test' },
    email: {
      ...{ to: 'jo@works.test', cc: [], bcc: [], reply_to: null, subject: text, thread_ref: null },
      ...{ text: `Hi ${text},\nshall we?`, html: `<p>${text}</p>`, headers: { 'X-Text': text } },
      files: [
        { name: text, mime_type: 'text/plain', bytes: Buffer.from(text), ...FILE },
        { name: 'mail.eml', mime_type: 'message/rfc822', bytes: Buffer.from(`Subject: x\n\n${text}\n`), ...FILE },
      ],
    },
    ...{ subject: text, message_id: '<m@agency.test>', in_reply_to: null, reference_ids: [], date: 0 },
    ...more,
  });

describe('a mail that is composed', () => {
  it.each(NAUGHTY)('has lines that end in CRLF, and no CR nor LF besides: %s', async (_, text) => {
    const { raw } = await compose(text);
    const source = raw.toString('latin1');
    expect(source).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
    const mail = await readMail(raw);
    expect(mail.to).toEqual([{ name: '', email: 'jo@works.test' }]);
    expect(mail.from?.email).toBe('anna@agency.test');
    expect(mail.headers.map(({ name }) => name).toSorted()).toEqual(HEADERS);
  });

  it('keeps the lines of its text however they end', async () => {
    const mail = await readMail((await compose('one\rtwo\r\nthree\nfour')).raw);
    expect(mail.text.split(/\r?\n/).slice(0, 4)).toEqual(['Hi one', 'two', 'three', 'four,']);
    expect(mail.subject).toBe('one two three four');
  });
});

describe('an address of a mail', () => {
  it.each(['Ada:ada@y.test', 'jo@works.test, ada@y.test', '"ada@y.test l"@works.test', 'jo@works.test(l).y.test'])(
    'is one mailbox, whatever the library would read in it: %s',
    async (to) => {
      const { raw, envelope } = await compose('Hello', {
        email: { ...EMAIL, to, cc: [to], bcc: [], reply_to: to },
      });
      expect(envelope.to).toEqual([to]);
      const { to: read, cc } = await readMail(raw);
      expect([...read, ...cc]).toHaveLength(2);
      for (const { email } of [...read, ...cc]) expect(email.replaceAll('"', '')).toBe(to.replaceAll('"', ''));
    },
  );
});

describe('a text that no line holds', () => {
  const LONG = 'a'.repeat(1500);
  const KINDS = {
    ascii: LONG,
    within: `Hi ${LONG} there`,
    quoted: `"${LONG}`,
    unicode: `é ${LONG}`,
    emoji: '🙂'.repeat(900),
  };
  it.each(Object.entries(KINDS))(
    'makes no line longer than 998 bytes, wherever it stands, and is read as it was: %s',
    async (_, text) => {
      const raw = (
        await compose(text, { in_reply_to: `<${LONG}@x.test>`, reference_ids: [`<${LONG}@x.test>`, '<b@x.test>'] })
      ).raw;
      const longest = Math.max(
        ...raw
          .toString('latin1')
          .split('\r\n')
          .map(({ length }) => length),
      );
      expect(longest).toBeLessThanOrEqual(998);
      const mail = await readMail(raw);
      expect(mail.subject).toBe(text);
      expect(mail.text).toContain(text);
    },
  );

  it('keeps the ending of a file whose name is cut', async () => {
    const { raw } = await compose(`${LONG}.pdf`);
    expect(raw.toString('latin1')).toContain('aaa.pdf');
  });
});

const HEADERS = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to', 'x-text'];
