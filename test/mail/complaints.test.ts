import { describe, expect, it } from 'vitest';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { isOfAPerson } from './is-of-a-person.ts';

const understand = async (lines: readonly string[]) =>
  readMeaning(await readMail(new TextEncoder().encode(`${lines.join('\r\n')}\r\n`)), { received_at: 0 });

const HEAD = ['From: <abuse@provider.example>', 'To: anna@agency.example', 'Subject: FW: Hello', 'MIME-Version: 1.0'];
const REPORT = 'Content-Type: multipart/report; report-type=feedback-report; boundary="b"';
const OURS = ['From: anna@agency.example', 'To: Bob <bob@people.example>', 'Message-ID: <ours@agency.example>'];

/** RFC 5965, appendix B. */
const arf = (fields: readonly string[], original: readonly string[] = OURS, head = [...HEAD, REPORT]) => [
  ...[...head, '', '--b', 'Content-Type: text/plain', '', 'This is an email abuse report.', ''],
  ...['--b', 'Content-Type: message/feedback-report', '', ...fields, ''],
  ...['--b', 'Content-Type: message/rfc822', '', ...original, 'Subject: Hello', '', 'Hi Bob', '', '--b--'],
];
const FIELDS = ['Feedback-Type: abuse', 'User-Agent: SomeGenerator/1.0', 'Version: 1'];
const complaint = { kind: 'complaint', feedback_type: 'abuse', original_message_id: '<ours@agency.example>' };

describe('a report of a feedback loop', () => {
  it('names the recipient and the mail', async () => {
    const fields = [...FIELDS, 'Original-Mail-From: <anna@agency.example>', 'Original-Rcpt-To: <Bob@people.example>'];
    expect(await understand(arf(fields))).toEqual({ ...complaint, recipients: ['Bob@people.example'] });
  });

  it('without a recipient takes the one of the mail it returns', async () => {
    expect(await understand(arf(FIELDS))).toEqual({ ...complaint, recipients: ['bob@people.example'] });
  });

  it('names each recipient once, wherever its provider puts them', async () => {
    const fields = [...FIELDS, 'Removal-Recipient: bob@people.example', 'Original-Rcpt-To: BOB@people.example'];
    expect(await understand(arf(fields))).toMatchObject({ recipients: ['BOB@people.example'] });
  });

  it('with the headers of the mail alone, and with nobody at all, is one all the same', async () => {
    const headers = arf(FIELDS).map((line) => line.replace('message/rfc822', 'text/rfc822-headers'));
    expect(await understand(headers)).toMatchObject(complaint);
    const blackedOut = arf(FIELDS, ['From: anna@agency.example', 'To: undisclosed-recipients:;']);
    expect(await understand(blackedOut)).toEqual({ ...complaint, recipients: [], original_message_id: null });
  });

  it.each(['fraud', 'virus', 'other', 'opt-out', 'opt-out-list'])('of type %s is one, under its name', async (type) => {
    const report = arf([`Feedback-Type: ${type}`, 'Version: 1']);
    expect(await understand(report)).toMatchObject({ kind: 'complaint', feedback_type: type });
  });

  it.each(['not-spam', 'auth-failure', 'dmarc'])('of type %s complains of nothing', async (type) => {
    expect(await understand(arf([`Feedback-Type: ${type}`, 'Version: 1']))).toEqual({ kind: 'notice' });
  });

  it('in the form of Outlook.com: the mail itself, with who complained in its headers', async () => {
    const lines = [
      ...['From: staff@hotmail.com', 'To: fbl@agency.example', 'Subject: complaint about message from 192.0.2.1'],
      ...[
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="b"',
        '',
        '--b',
        'Content-Type: message/rfc822',
      ],
      ...['', 'X-HmXmrOriginalRecipient: bob@hotmail.example', ...OURS, 'Subject: Hello', '', 'Hi Bob', '', '--b--'],
    ];
    expect(await understand(lines)).toEqual({ ...complaint, recipients: ['bob@hotmail.example'] });
  });

  it('is recognized before a bounce, whoever sent it', async () => {
    const head = ['From: MAILER-DAEMON@provider.example', 'Subject: Undelivered Mail', 'MIME-Version: 1.0', REPORT];
    expect(await understand(arf(FIELDS, OURS, head))).toMatchObject({ kind: 'complaint' });
  });
});

describe('no complaint', () => {
  it('is a mail of a person that speaks of one', async () => {
    const lines = ['From: Bob <bob@people.example>', 'Subject: Re: complaint about message', '', 'What is this about?'];
    expect(await understand(lines)).toEqual({ kind: 'mail' });
  });

  it('is a person’s forward of a report as a file', async () => {
    const head = ['From: Bob <bob@people.example>', 'Subject: FW: abuse report', 'MIME-Version: 1.0'];
    const lines = [
      ...[
        ...head,
        'Content-Type: multipart/mixed; boundary="o"',
        '',
        '--o',
        'Content-Type: text/plain',
        '',
        'Did you see this?',
      ],
      ...['--o', 'Content-Type: message/rfc822', '', ...arf(FIELDS), '--o--'],
    ];
    expect(isOfAPerson(await understand(lines))).toBe(true);
  });
});

describe('a complaint that Amazon SES publishes, mailed by SNS', () => {
  const mailed = (event: object, from = 'Events <no-reply@sns.amazonaws.com>') => [
    ...[
      `From: ${from}`,
      'To: anna@agency.example',
      'Subject: Amazon SES Email Event Notification',
      '',
      JSON.stringify(event),
    ],
    ...['', '--', 'If you wish to stop receiving notifications, click below:', 'https://sns.example/u'],
  ];
  const event = (
    complained: object = {},
    mail: object = { commonHeaders: { messageId: '<ours@agency.example>' } },
  ) => ({
    eventType: 'Complaint',
    complaint: { complainedRecipients: [{ emailAddress: 'bob@people.example' }], ...complained },
    mail: { source: 'anna@agency.example', messageId: '0100017-ses-id', destination: ['bob@people.example'], ...mail },
  });

  it('names the recipient and the mail, with and without a type', async () => {
    const report = { ...complaint, recipients: ['bob@people.example'] };
    expect(await understand(mailed(event({ complaintFeedbackType: 'abuse' })))).toEqual(report);
    expect(await understand(mailed(event({ complaintFeedbackType: null })))).toEqual(report);
    const older = {
      ...event({ complaintFeedbackType: 'fraud' }, {}),
      eventType: undefined,
      notificationType: 'Complaint',
    };
    expect(await understand(mailed(older))).toEqual({ ...report, feedback_type: 'fraud', original_message_id: null });
  });

  it('complains of nothing where somebody takes one back, and is none from a person', async () => {
    expect(await understand(mailed(event({ complaintFeedbackType: 'not-spam' })))).toEqual({ kind: 'notice' });
    expect(await understand(mailed(event(), 'Ada <ada@acme.example>'))).not.toMatchObject({ kind: 'complaint' });
  });

  it('is distinguished from a bounce, which names its mail too', async () => {
    const bounce = {
      bounceType: 'Permanent',
      bouncedRecipients: [{ emailAddress: 'bob@people.example', status: '5.1.1' }],
    };
    const { mail } = event();
    expect(await understand(mailed({ eventType: 'Bounce', bounce, mail }))).toMatchObject({
      kind: 'bounce',
      bounce_kind: 'hard',
      recipients: ['bob@people.example'],
      original_message_id: '<ours@agency.example>',
    });
  });
});
