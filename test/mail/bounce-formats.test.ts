import { describe, expect, it } from 'vitest';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';

const read = async (from: string, body: string, subject = 'Returned mail') => {
  const source = `Return-Path: <>\nFrom: ${from}\nTo: anna@ours.example\nSubject: ${subject}\nMessage-ID: <x@mx.ours.example>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n${body}\n`;
  const meaning = readMeaning(await readMail(new TextEncoder().encode(source)), { received_at: 0 });
  return meaning.kind === 'bounce' ? [meaning.bounce_kind, ...meaning.recipients] : [meaning.kind];
};

const DAEMON = 'MAILER-DAEMON@mx.ours.example';
const DESK = 'postmaster@mx.ours.example';
const returned = (to: string) =>
  `Received: from pc.ours.example by mx.ours.example; Thu, 29 Apr 2010 23:34:45 +0900\nFrom: anna@ours.example\n${to}\nSubject: Hello\nMessage-ID: <o1@ours.example>\n\nHello`;
const ORIGINAL = returned('To: bob@gone.example');
const UNKNOWN = '550 5.1.1 <bob@gone.example>... User unknown';

describe('whom a notice is about, in the forms of many systems', () => {
  it.each<[string, string, string, string]>([
    ['one line', DESK, 'hard', `Unknown user: bob@gone.example\n\nOriginal message follows.\n\n${ORIGINAL}`],
    [
      'sender and subject first',
      DESK,
      'hard',
      `Your message:\n   From:    anna@ours.example\n   Subject: Hello\n\nCould not be delivered because of\n\n${UNKNOWN}\n\nThe following recipients were affected:\n    bob@gone.example\n`,
    ],
    [
      'the headers of the mail first',
      DESK,
      'hard',
      `This report relates to a message you sent with the following header fields:\n\n  Message-id: <o1@ours.example>\n  Date: Thu, 29 Apr 2010 23:34:45 +0900\n  From: anna@ours.example\n  To: bob@gone.example\n  Subject: Hello\n\nYour message cannot be delivered to the following recipients:\n\n  Recipient address: bob@gone.example\n  Reason: Remote SMTP server has rejected address\n  Diagnostic code: smtp;${UNKNOWN}\n`,
    ],
    [
      'names and values',
      DESK,
      'hard',
      `Delivery failed.\n\nMessage details:\n  Subject: Hello\n  MAIL FROM: anna@ours.example\n  RCPT TO: bob@gone.example\n  From: anna@ours.example\n\nError message: 550 No such user\n`,
    ],
    [
      'a transcript',
      'Gate <gate@mx.ours.example>',
      'hard',
      `Sent >>> RCPT TO: <bob@gone.example>\nReceived <<< ${UNKNOWN}\n\nUnable to deliver message to <bob@gone.example>\n`,
    ],
    [
      'attempts',
      DESK,
      'hard',
      `Your message could not be sent.\nThe number of attempts made: 1\nAddressed To: bob@gone.example\n\nFailed to send to identified host,\nbob@gone.example: [192.0.2.5], 550 No such user\n`,
    ],
    [
      'in brackets',
      DAEMON,
      'hard',
      `The recipient could not be reached:\n\nRecipient: [SMTP:bob@gone.example]\nReason: Remote server returned: 550 No such user\n`,
    ],
    [
      'with a link',
      DAEMON,
      'hard',
      'Your message to <mailto:bob@gone.example> could not be delivered: 550 5.1.1 user unknown\n',
    ],
    [
      'a program of theirs',
      DAEMON,
      'soft',
      `   ----- The following addresses had permanent fatal errors -----\n"|/home/bob/bin/filter"\n    (reason: Can't create output)\n    (expanded from: <bob@gone.example>)\n\nprocmail: Quota exceeded while writing\n`,
    ],
    [
      'a gateway to telephones',
      'post_master@gate.example',
      'soft',
      'Error:\n    Message could not be delivered to mobile.\n\nMessage:\n    RCPT TO: bob@gone.example\n',
    ],
    [
      'only where the mail was put',
      DAEMON,
      'hard',
      `Your message could not be delivered: 550 5.1.1 user unknown\n\n--- Original message follows ---\n${returned('X-Envelope-To: <bob@gone.example>\nTo: undisclosed-recipients:;')}`,
    ],
    [
      'a reply after words of its own',
      DAEMON,
      'hard',
      `Delivery to the following recipient failed permanently:\n\n     bob@gone.example\n\nWe tried to deliver your message, but it was rejected by the recipient's domain. The error that the other server returned was: 550 550 5.1.1 Unknown user (state 14).\n`,
    ],
  ])('%s', async (_, from, kind, body) => {
    expect(await read(from, body)).toEqual([kind, 'bob@gone.example']);
  });

  it('keeps a name in quotes', async () => {
    const body = 'I was not able to deliver your message to:\n\n<"bob smith"@gone.example>:\n550 5.1.1 User unknown\n';
    expect(await read(DAEMON, body)).toEqual(['hard', '"bob smith"@gone.example']);
  });

  it('calls nobody dead who is only to be asked', async () => {
    const body =
      'Your message could not be delivered: 550 5.1.1 user unknown\n\nFor help contact <mailto:carl@isp.example>\n';
    expect(await read(DAEMON, body)).toEqual(['hard']);
  });
});

describe('several recipients', () => {
  const all = (...names: readonly string[]) => names.map((name) => `${name}@gone.example`);

  it('are read from a report without blank lines between them', async () => {
    const group = (name: string, status: string) =>
      `Final-Recipient: rfc822; ${name}@gone.example\nOriginal-Recipient: rfc822;${name}@gone.example\nAction: failed\nStatus: ${status}\n`;
    const source = `From: ${DAEMON}\nTo: anna@ours.example\nSubject: Failure\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n${group('bob', '5.2.2')}${group('eve', '5.1.1')}\n--b--\n`;
    const meaning = readMeaning(await readMail(new TextEncoder().encode(source)), { received_at: 0 });
    const failures = meaning.kind === 'bounce' ? meaning.failures : [];
    expect(failures.map(({ recipient, bounce_kind }) => [recipient, bounce_kind])).toEqual([
      ['bob@gone.example', 'soft'],
      ['eve@gone.example', 'hard'],
    ]);
  });

  it('are all who stand in the list where one is known to stand', async () => {
    const transcript = `   ----- Transcript of session follows -----\n554 <bob@gone.example>... 550 Host unknown\n554 <eve@gone.example>... 550 Host unknown\n250 other.example (smtp)... 250 Deferred\n\n   ----- Unsent message follows -----\n${ORIGINAL}`;
    expect(await read(DAEMON, transcript)).toEqual(['hard', ...all('bob', 'eve')]);
    const listed = `Could not be delivered to:\n  bob@gone.example, eve@gone.example; <zoe@gone.example>\n\n550 5.1.1 No such user\n\nFor help ask carl@isp.example\n\nOriginal message follows\n${ORIGINAL}`;
    expect(await read(DAEMON, listed)).toEqual(['hard', ...all('bob', 'eve', 'zoe')]);
  });

  it('are those of the header, also where the text names one', async () => {
    const source = `From: ${DAEMON}\nTo: anna@ours.example\nX-Failed-Recipients: bob@gone.example,\n  eve@gone.example\nSubject: Mail delivery failed\n\nThe following address(es) failed:\n\n  bob@gone.example\n    Unrouteable address\n`;
    const meaning = readMeaning(await readMail(new TextEncoder().encode(source)), { received_at: 0 });
    expect(meaning.kind === 'bounce' && meaning.recipients).toEqual(all('bob', 'eve'));
  });
});

describe('a mail in the ways of old systems', () => {
  it('is read where its lines end in CR alone', async () => {
    const body = `<bob@gone.example>:\n550 5.1.1 No such user\n\n${ORIGINAL}`;
    const source = `Return-Path: <>\nFrom: ${DAEMON}\nTo: anna@ours.example\nSubject: Returned mail\n\n${body}\n`;
    const meaning = readMeaning(await readMail(new TextEncoder().encode(source.replaceAll('\n', '\r'))), {
      received_at: 0,
    });
    expect(meaning).toMatchObject({
      kind: 'bounce',
      recipients: ['bob@gone.example'],
      original_message_id: '<o1@ours.example>',
    });
  });

  it('keeps its text where the type of a part lacks its semicolon', async () => {
    const source = `From: ${DAEMON}\nTo: anna@ours.example\nSubject: Returned Mail\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n  charset="iso-2022-jp"\n\nbob@gone.example [No such user]\n\n--b--\n`;
    const meaning = readMeaning(await readMail(new TextEncoder().encode(source)), { received_at: 0 });
    expect(meaning).toMatchObject({ kind: 'bounce', bounce_kind: 'hard', recipients: ['bob@gone.example'] });
  });

  it('counts the words of a program of mailing lists only where the program wrote them', async () => {
    const alert = (from: string) =>
      `From: ${from}\nTo: anna@ours.example\nSubject: Loop Alert: Duplicated Message-ID\nX-MLServer: fml\n\nDuplicated Message-ID.\n\nOriginal mail as follows:\n\n   From anna@ours.example Thu Apr 29 23:34:45 2017\n${ORIGINAL.replace(/^/gm, '   ')}\n`;
    const kindOf = async (from: string) =>
      readMeaning(await readMail(new TextEncoder().encode(alert(from))), { received_at: 0 }).kind;
    expect(await kindOf('list-admin@gone.example')).toBe('bounce');
    expect(await kindOf('Ada <ada@acme.example>')).toBe('mail');
  });
});

describe('an event of Amazon SES, mailed by SNS', () => {
  const event = (more: object) =>
    `${JSON.stringify(more)}\n\n--\nIf you wish to stop receiving notifications, click below:\nhttps://sns.example/u`;
  const bounced = (status: string, diagnosticCode: string) => ({
    notificationType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bouncedRecipients: [{ emailAddress: 'bob@gone.example', action: 'failed', status, diagnosticCode }],
    },
  });

  it('is hard or soft by what the server said', async () => {
    const from = 'Events <no-reply@sns.amazonaws.com>';
    const subject = 'AWS Notification Message';
    const gone = event(bounced('5.1.1', 'smtp; 550 5.1.1 user unknown'));
    expect(await read(from, gone, subject)).toEqual(['hard', 'bob@gone.example']);
    const full = event(bounced('5.2.2', 'smtp; 552 5.2.2 mailbox full'));
    expect(await read(from, full, subject)).toEqual(['soft', 'bob@gone.example']);
  });

  it('is none from a person, and none of another kind', async () => {
    const body = event(bounced('5.1.1', 'smtp; 550 5.1.1 user unknown'));
    expect(await read('Ada <ada@acme.example>', body, 'Re: Hello')).not.toContain('hard');
    const delivered = event({ notificationType: 'Delivery', delivery: { recipients: ['bob@gone.example'] } });
    expect(await read('Events <no-reply@sns.amazonaws.com>', delivered)).not.toContain('hard');
  });
});
