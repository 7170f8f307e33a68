import { domainOf } from '../../../src/shared/identity/mailbox-key.ts';

export interface Reported {
  /** The mailbox that sent the mail. */
  readonly to: string;
  readonly recipient: string;
  /** Header lines of the mail that the report is about, such as its Message-ID. */
  readonly original: string;
}

/** The mail of a mail system whose recipient does not exist (RFC 3464). */
export const bounceMail = ({ to, recipient, original }: Reported): string =>
  report({
    from: `Mail Delivery System <mailer-daemon@${domainOf(recipient)}>`,
    to,
    subject: 'Undelivered Mail Returned to Sender',
    type: 'delivery-status',
    text: `<${recipient}>: 550 5.1.1 user unknown`,
    fields: [
      ...[`Reporting-MTA: dns; mx.${domainOf(recipient)}`, '', `Final-Recipient: rfc822; ${recipient}`],
      ...['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 the mailbox does not exist'],
    ],
    original,
  });

/** The report of a provider's feedback loop: the recipient called the mail spam (RFC 5965). */
export const complaintMail = ({ to, recipient, original }: Reported): string =>
  report({
    from: `Feedback Loop <fbl@${domainOf(recipient)}>`,
    to,
    subject: 'Abuse report',
    type: 'feedback-report',
    text: 'This is an email abuse report.',
    fields: ['Feedback-Type: abuse', 'User-Agent: Loop/1.0', 'Version: 1', `Original-Rcpt-To: ${recipient}`],
    original,
  });

function report(mail: {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly type: 'delivery-status' | 'feedback-report';
  readonly text: string;
  readonly fields: readonly string[];
  readonly original: string;
}): string {
  return [
    ...[`From: ${mail.from}`, `To: ${mail.to}`, `Subject: ${mail.subject}`],
    ...[`Message-ID: <${crypto.randomUUID()}@reports.test>`, `Date: ${new Date().toUTCString()}`, 'MIME-Version: 1.0'],
    ...[`Content-Type: multipart/report; report-type=${mail.type}; boundary=b`, ''],
    ...['--b', 'Content-Type: text/plain', '', mail.text, ''],
    ...['--b', `Content-Type: message/${mail.type}`, '', ...mail.fields, ''],
    ...['--b', 'Content-Type: text/rfc822-headers', '', mail.original, '', '--b--', ''],
  ].join('\r\n');
}
