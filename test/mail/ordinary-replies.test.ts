import { describe, expect, it } from 'vitest';
import type { MailMeaning } from '../../src/shared/mail/mail-meaning.ts';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { isOfAPerson } from './is-of-a-person.ts';

const RECEIVED_AT = Date.parse('2026-03-02T09:00:00Z');

/** A mail of a person who answers ours. */
const from = (text: string, { from = 'Ada <ada@acme.example>', subject = 'Re: Hello', more = '' } = {}): string =>
  `Return-Path: <ada@acme.example>\nFrom: ${from}\nTo: Anna <anna@ours.example>\nSubject: ${subject}\nMessage-ID: <r1@acme.example>\nIn-Reply-To: <o1@ours.example>\nDate: Mon, 02 Mar 2026 10:00:00 +0100\nMIME-Version: 1.0\n${more}${more.includes('Content-Type') ? '' : 'Content-Type: text/plain; charset=utf-8\n'}\n${text}\n`;

const read = async (source: string): Promise<MailMeaning> =>
  readMeaning(await readMail(new TextEncoder().encode(source)), { received_at: RECEIVED_AT });

const NOTICE = `This is the mail system at host mx.ours.example.

I'm sorry to have to inform you that your message could not be delivered to one or more recipients.

<bob@gone.example>: host mx.gone.example said: 550 5.1.1 User unknown (in reply to RCPT TO command)`;

const quoted = NOTICE.replace(/^/gm, '> ');
const STATUS =
  'Reporting-MTA: dns; mx.x.example\n\nFinal-Recipient: rfc822; bob@gone.example\nAction: failed\nStatus: 5.1.1\n';
const parts = (type: string, ...bodies: [string, string][]) => ({
  more: `Content-Type: ${type}; boundary="b1"\n`,
  body: `${bodies.map(([of, body]) => `--b1\nContent-Type: ${of}\n\n${body}\n`).join('')}--b1--\n`,
});
const forwarded = parts(
  'multipart/mixed',
  ['text/plain', 'This came back, who is right?'],
  ['message/delivery-status', STATUS],
  ['message/rfc822', `From: a@x.example\n\nHello`],
);
const attached = parts(
  'multipart/mixed',
  ['text/plain', 'See attached.'],
  [
    'message/rfc822',
    `From: MAILER-DAEMON@mx.example\nSubject: Undelivered Mail\nContent-Type: multipart/report; report-type=delivery-status; boundary=b2\n\n--b2\nContent-Type: message/delivery-status\n\n${STATUS}\n--b2--\n`,
  ],
);
const calendar = parts(
  'multipart/alternative',
  ['text/plain', 'Ada has accepted this invitation.'],
  ['text/calendar; method=REPLY', 'BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR'],
);

describe('what is no bounce', () => {
  it.each([
    ['quotes one', from(`Your mail bounced for Bob, he left.\n\n${quoted}`)],
    ['copies one without marks', from(`Look what I got:\n\n${NOTICE}`)],
    [
      'forwards one',
      from(
        `FYI\n\n---------- Forwarded message ---------\nFrom: Mail Delivery System <mailer-daemon@mx.example>\nSubject: Undelivered Mail Returned to Sender\n\n${NOTICE}`,
        { subject: 'Fwd: Undelivered Mail Returned to Sender' },
      ),
    ],
    [
      'forwards one in German',
      from(
        `Zur Info\n\n-----Ursprüngliche Nachricht-----\nVon: Mail Delivery System\nBetreff: Unzustellbar\n\n${NOTICE}`,
        { subject: 'WG: Unzustellbar: Hallo' },
      ),
    ],
    ['forwards one with its parts', from(forwarded.body, { subject: 'Fwd: failure notice', more: forwarded.more })],
    ['attaches one', from(attached.body, { subject: 'Delivery failure', more: attached.more })],
    [
      'answers one',
      from('Bob is back now, please send it again.', { subject: 'Re: Undelivered Mail Returned to Sender' }),
    ],
    ['says that mail bounced', from('Hi, your mail bounced, use bob@new.example instead. User unknown, it said.')],
    [
      'says so in French',
      from("Votre message n'a pas pu être remis à Bob, écrivez-moi directement.", { subject: 'Échec de la remise' }),
    ],
    [
      'says so in Spanish',
      from('No se pudo entregar el mensaje a Bob, usuario desconocido.', { subject: 'No entregado' }),
    ],
    [
      'says so in Japanese',
      from('メールが配信できませんでした。ユーザーが見つかりません。', { subject: '配信エラー' }),
    ],
    ['names a price of 550', from('We can do 550 5.1.1 licences for $550 - or 554 EUR. Delivery failed last time.')],
    [
      'speaks of a full mailbox',
      from('My mailbox is full, can you send it to ada@home.example? Error: quota exceeded.'),
    ],
    [
      'speaks of deliveries',
      from('The delivery failed: the parcel was returned to sender, recipient unknown.', {
        subject: 'Delivery failed',
      }),
    ],
    [
      'is of a postmaster in person',
      from('Hello Anna, thanks for your offer. We are not interested in a mail delivery service.', {
        from: 'Pat Postmaster <postmaster@acme.example>',
      }),
    ],
    [
      'is of an administrator who helps',
      from('I have unblocked your server, please try again.', {
        from: 'administrator@acme.example',
        subject: 'Re: Mail problem',
      }),
    ],
    ['accepts a meeting', from(calendar.body, { subject: 'Accepted: Call with Anna', more: calendar.more })],
    [
      'comes through a list',
      from('+1, happy to talk.', {
        more: 'List-Id: <all.acme.example>\nPrecedence: list\nList-Unsubscribe: <mailto:u@acme.example>\n',
      }),
    ],
    ['mentions being out of office', from("I'm out of office until Monday, but yes, let us talk. Call me.")],
    [
      'writes about automatic replies',
      from('Our automatic reply feature is ready', { subject: 'Question about the automatic reply of yours' }),
    ],
    [
      'holds a log of a server',
      from(
        'Our log shows:\n\n550 5.7.1 relaying denied\n421 4.4.2 timeout\n\nFinal-Recipient: rfc822; a@x.example\nAction: failed\nStatus: 5.0.0',
      ),
    ],
  ])('is a mail that %s', async (_, source) => {
    const meaning = await read(source);
    expect(meaning).toSatisfy(isOfAPerson);
  });

  const receipt = (action: string, status: string) => {
    const report = parts(
      'multipart/report; report-type=delivery-status',
      ['text/plain', 'This is an automatic notice of delivery.'],
      ['message/delivery-status', STATUS.replace('failed', action).replace('5.1.1', status)],
    );
    return from(report.body, {
      from: 'mailer-daemon@mx.example',
      subject: 'Delivery Status Notification',
      more: report.more,
    });
  };

  it.each(['delivered', 'relayed', 'expanded'])('is a receipt that it was %s', async (action) => {
    expect(await read(receipt(action, '2.1.5'))).toEqual({ kind: 'notice' });
  });

  it('is a delay: soft, and marked', async () => {
    expect(await read(receipt('delayed', '4.4.1'))).toMatchObject({
      kind: 'bounce',
      bounce_kind: 'soft',
      is_delay: true,
      recipients: ['bob@gone.example'],
    });
  });

  it('is a read receipt', async () => {
    const opened = parts(
      'multipart/report; report-type=disposition-notification',
      ['text/plain', 'Your message was displayed.'],
      [
        'message/disposition-notification',
        'Final-Recipient: rfc822;ada@acme.example\nDisposition: manual-action/MDN-sent-manually; displayed',
      ],
    );
    expect(await read(from(opened.body, { subject: 'Read: Hello', more: opened.more }))).toEqual({ kind: 'notice' });
  });

  it.each([
    [
      'a ticket system',
      'We have received your request (#550123). Delivery of our answer may take 2 days.',
      'Auto-Submitted: auto-replied\n',
    ],
    [
      'an absence from nobody',
      'I am out of the office. Your message could not be read.',
      'Return-Path: <>\nX-Auto-Response-Suppress: All\n',
    ],
  ])('is the answer of %s', async (_, text, more) => {
    const source = from(text, { subject: 'Re: Hello', more }).replace(
      /^Return-Path: <ada.*\n/,
      more.includes('Return-Path') ? '' : 'Return-Path: <>\n',
    );
    expect(await read(source)).toEqual({ kind: 'automatic_reply', returns_on: null });
  });

  it('holds the other way round: the same notice from a mail system is one', async () => {
    const source = from(NOTICE, {
      from: 'MAILER-DAEMON@mx.ours.example',
      subject: 'Undelivered Mail Returned to Sender',
    });
    expect(await read(source)).toMatchObject({
      kind: 'bounce',
      bounce_kind: 'hard',
      status: '5.1.1',
      recipients: ['bob@gone.example'],
    });
  });
});
