import { describe, expect, it } from 'vitest';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';

const HEAD = 'Return-Path: <>\nFrom: MAILER-DAEMON@mx.ours.example\nTo: anna@ours.example\nSubject: Undelivered mail\n';

const kindOf = async (body: string, head = '') => {
  const source = new TextEncoder().encode(`${HEAD}${head}\n${body}\n`);
  const meaning = readMeaning(await readMail(source), { received_at: 0 });
  return meaning.kind === 'bounce' ? meaning.bounce_kind : meaning.kind;
};

const said = (reply: string, around: (reply: string) => string) => kindOf(around(reply));

/** How servers tell at which command the reply came: each with the recipient, and with the text. */
const FORMS: Record<string, readonly [(reply: string) => string, (reply: string) => string]> = {
  postfix: [
    (reply) => `<bob@gone.example>: host mx.gone.example said: ${reply} (in reply to\n    RCPT TO command)`,
    (reply) => `<bob@gone.example>: host mx.gone.example said: ${reply} (in reply to end of\n    DATA command)`,
  ],
  exim: [
    (reply) =>
      `  bob@gone.example\n    SMTP error from remote mail server after RCPT TO:<bob@gone.example>:\n    host mx.gone.example: ${reply}`,
    (reply) =>
      `  bob@gone.example\n    SMTP error from remote mail server after end of data:\n    host mx.gone.example: ${reply}`,
  ],
  sendmail: [
    (reply) =>
      `<bob@gone.example>\n\n   ----- Transcript of session follows -----\n... while talking to mx.gone.example.:\n>>> RCPT To:<bob@gone.example>\n<<< ${reply}`,
    (reply) =>
      `<bob@gone.example>\n\n   ----- Transcript of session follows -----\n... while talking to mx.gone.example.:\n>>> DATA\n<<< ${reply}`,
  ],
  qmail: [
    (reply) => `<bob@gone.example>:\n192.0.2.5 does not like recipient.\nRemote host said: ${reply}`,
    (reply) => `<bob@gone.example>:\n192.0.2.5 failed after I sent the message.\nRemote host said: ${reply}`,
  ],
  'a gateway': [
    (reply) =>
      `Sent <<< RCPT TO:<bob@gone.example>\nReceived >>> ${reply}\n\nUnable to deliver message to <bob@gone.example>`,
    (reply) => `bob@gone.example\n\n-------server message\n${reply}\n\n-------SMTP command\nDATA`,
  ],
};

describe('a bare "user unknown"', () => {
  it.each(Object.entries(FORMS))(
    'is true where the recipient was named, and hides a judgement after the text: %s',
    async (_, [recipient, text]) => {
      for (const reply of ['550 User unknown', '550 5.2.1 User unknown', '550 5.7.1 Unknown user']) {
        expect([reply, await said(reply, recipient), await said(reply, text)]).toEqual([reply, 'hard', 'soft']);
      }
      expect(await said('550 5.1.1 User unknown', text)).toBe('hard');
      expect(await said('554 This user does not have an account', text)).toBe('hard');
    },
  );

  it('is borne out by a report, or by the status, or else by nothing', async () => {
    const line = '<bob@gone.example>: 550 User unknown';
    const report = (status: string) =>
      `--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; bob@gone.example\nAction: failed\n${status}Diagnostic-Code: smtp; 550 User unknown\n\n--b--`;
    const head = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n';
    expect(await kindOf(line)).toBe('soft');
    expect(await kindOf('<bob@gone.example>: 550 5.1.1 User unknown')).toBe('hard');
    expect(await kindOf('<bob@gone.example>: 550 No such user')).toBe('hard');
    expect(await kindOf('Unknown user: bob@gone.example')).toBe('hard');
    expect(await kindOf(report(''), head)).toBe('hard');
    expect(await kindOf(report('Status: 5.2.1\n'), head)).toBe('soft');
    expect(await kindOf(report('Status: 5.2.1\nX-PowerMTA-BounceCategory: bad-mailbox\n'), head)).toBe('hard');
  });
});

describe('"mailbox unavailable"', () => {
  it('is an unknown mailbox where the recipient was named, and may be policy elsewhere', async () => {
    const reply = '550 Requested action not taken: mailbox unavailable';
    const [recipient, text] = FORMS.postfix ?? [];
    expect(recipient && (await said(reply, recipient))).toBe('hard');
    expect(text && (await said(reply, text))).toBe('soft');
    expect(await kindOf(`<bob@gone.example>: ${reply}`)).toBe('soft');
  });
});

describe('a transcript', () => {
  it('is read reply by reply, those that refuse for good first', async () => {
    const body =
      '   ----- Transcript of session follows -----\n>>> RCPT To:<bob@gone.example>\n<<< 550 <bob@gone.example>, User Unknown\n550 <bob@gone.example>... User unknown\n421 gone.example (smtp)... Deferred: Connection timed out';
    expect(await kindOf(body)).toBe('hard');
  });

  it('of commands sent together is judged by the status', async () => {
    const body = (reply: string) =>
      `<bob@gone.example>\n\n   ----- Transcript of session follows -----\n>>> DATA\n<<< ${reply}\n<<< 554 Error: no valid recipients`;
    expect(await kindOf(body('550 5.5.0 User unknown'))).toBe('hard');
    expect(await kindOf(body('550 5.7.1 User unknown'))).toBe('soft');
  });
});
