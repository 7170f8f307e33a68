import { randomUUID } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';

/** Why a mail does not reach somebody. */
export interface DeliveryFailure {
  readonly recipient: string;
  /** Enhanced status, RFC 3463, such as `5.1.1`. */
  readonly status: string;
  /** The reply of the recipient's server, such as `550 5.1.1 the mailbox does not exist`. */
  readonly reply: string;
}

/** The report (RFC 3464) that a mail server sends to the author of a mail that it accepted and could not deliver. */
export function deliveryReport(
  mail: { readonly sender: string; readonly source: Buffer },
  failures: readonly DeliveryFailure[],
): Promise<Buffer> {
  const host = 'localhost';
  const report = new MimeNode('multipart/report; report-type=delivery-status');
  report.setHeader({
    From: `Mail Delivery System <MAILER-DAEMON@${host}>`,
    To: mail.sender,
    Subject: 'Undelivered Mail Returned to Sender',
    'Auto-Submitted': 'auto-replied',
    'Message-ID': `<${randomUUID()}@${host}>`,
  });
  const lines = failures.map(({ recipient, reply }) => `<${recipient}>: ${reply}`);
  report
    .createChild('text/plain; charset=utf-8')
    .setContent(`This is the mail system at ${host}.\n\nYour mail could not be delivered.\n\n${lines.join('\n')}\n`);
  const fields = failures.map(({ recipient, status, reply }) =>
    [
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${reply}`,
    ].join('\r\n'),
  );
  report
    .createChild('message/delivery-status')
    .setContent([`Reporting-MTA: dns; ${host}`, ...fields].map((group) => `${group}\r\n`).join('\r\n'));
  report.createChild('text/rfc822-headers').setContent(headersOf(mail.source));
  return report.build();
}

function headersOf(source: Buffer): string {
  const text = source.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  return `${text.slice(0, end)}\r\n`;
}
