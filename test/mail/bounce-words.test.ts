import { describe, expect, it } from 'vitest';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';

/** The same reply in a notice of free text and in a report. */
const notices = (reply: string): string[] => {
  const head =
    'Return-Path: <>\nFrom: MAILER-DAEMON@mx.ours.example\nTo: anna@ours.example\nSubject: Undelivered mail\nMessage-ID: <x@mx.ours.example>\nMIME-Version: 1.0\n';
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(reply)?.[0] ?? '5.0.0';
  const fields = `Final-Recipient: rfc822; bob@gone.example\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${reply}\n`;
  return [
    `${head}\nYour message could not be delivered.\n\n<bob@gone.example>:\n    ${reply}\n`,
    `${head}Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nYour message could not be delivered.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.ours.example\n\n${fields}\n--b--\n`,
  ];
};

const verdicts = (reply: string): Promise<unknown[]> =>
  Promise.all(
    notices(reply).map(async (source) => {
      const meaning = readMeaning(await readMail(new TextEncoder().encode(source)), { received_at: 0 });
      return meaning.kind === 'bounce' ? meaning.failures.map((one) => [one.recipient, one.bounce_kind]) : meaning.kind;
    }),
  );
const both = (kind: string) => [[['bob@gone.example', kind]], [['bob@gone.example', kind]]];

const HARD: Record<string, readonly string[]> = {
  'nobody of that name': [
    '550 Cannot find user bob',
    '550 5.1.1 The server was unable to locate the recipient',
    '550 bob@gone.example no longer exists',
    '550 Bob has left the organisation',
    '550 no longer with us: bob no longer employed here',
    '550 address not in use',
    '550 cuda_nsu',
    '550 is not a valid mailbox',
    "550 mailbox which doesn't exist",
    '550 no mailbox by that name is currently available',
    '550 Address not present in directory',
    '550 Command RCPT User <bob@gone.example> not OK',
    '550 Not known to us. Do not resend',
    '550 This person has departed',
    '550 #5.1.0 Address rejected.',
    '550 <bob@gone.example>: Recipient address rejected.',
    '542 bob@gone.example Rejected',
    'Invalid final delivery userid: bob@gone.example',
    '550 5.1.1 inactive email address',
    '550 5.1.1 RCP-P1 http://postmaster.facebook.com/response_codes?ip=192.0.2.1#rcp',
    '550 5.4.1 Recipient address rejected: Access denied',
    '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found',
    '550 sorry, your envelope recipient is in my badrcptto list (#5.7.1)',
    '550-5.1.1 unknown recipient or mailbox unavailable',
  ],
  'a message is no sender': [
    'Your message to <bob@gone.example>: 550 5.1.1 user unknown',
    'Your message was rejected: no such user',
  ],
  'directories of Exchange and Domino': [
    '550 RESOLVER.ADR.RecipNotFound',
    '550 RESOLVER.ADR.RecipientNotFound',
    'User bob (bob@gone.example) not listed in Domino Directory',
    'User not listed in public Name & Address Book',
  ],
  'no such domain': [
    '554 SMTPSEND.DNS.NonExistentDomain',
    '500 unrecognized host',
    '550 Dominio inexistente',
    'Domein bestaat niet',
    'an MX or SRV record indicated no SMTP service',
    '521 5.3.2 System not accepting network messages',
    '556 5.1.10 Recipient address has null MX',
  ],
  'other languages': [
    'No se encontró la dirección de correo que ha indicado',
    'Não foi possível localizar o endereço informado',
    "L'indirizzo di posta inserito non è stato trovato",
    'Impossibile trovare il destinatario',
    'Impossible de trouver cette adresse',
    'Het ingevoerde e-mailadres kan niet worden gevonden',
    'E-postadressen hittas inte',
    'Alıcı bulunamadı',
    'Vastaanottaja on tuntematon',
    'ディレクトリのリストにありません',
    'Nie ma takiego konta',
  ],
};

const SOFT: Record<string, readonly string[]> = {
  'it takes the mail of others': [
    '550 5.7.510 Access denied, this domain does not accept email over IPv6',
    '550 Recipient does not accept mail from this sender',
    '550 the server does not accept mail without TLS',
  ],
  'the name server gave no answer': [
    "5.1.2 - Bad destination host 'DNS Soft Error looking up gone.example'",
    'Host or domain name not found. Name service error for name=gone.example type=MX: Host not found, try again',
    'host lookup did not complete',
    '554 5.4.4 SMTPSEND.DNS.MxLoopback; the records of this domain form a loop',
  ],
  'the mailbox is there (RFC 3463, X.2.0; an owner who chooses)': [
    '550 5.2.0 Unknown user',
    '550 5.1.1 User is suspended',
  ],
  'the owner, or a rule of theirs, does not want it': [
    "550 5.7.1 RCP-P2 The attempted recipient's preferences prevent messages from being delivered",
    '550 You have been blocked by the recipient',
    '550 5.1.1 RCP-P2 Refused due to recipient preferences',
    '552 Boite du destinataire archivee. Archived recipient',
    '554 5.7.1 the recipient is only accepting mail from specific email addresses',
    '550 5.2.1 User unknown',
    '550 5.7.1 User unknown',
  ],
  'what else it may be is no reason': [
    '550 Delivery failed. The account or domain may not exist, they may be blacklisted',
    'The group may not exist, or you may not have permission to post',
  ],
  'about others than the recipient': [
    "5.1.0 - Unknown address error 550-'5.7.1 <anna@ours.example>... Access denied'",
    "5.3.0 - Other mail system problem 550-'Unknown user bob@gone.example'",
    '550 Too many invalid recipients',
    '554 <bob@gone.example>: Recipient address rejected: Access denied',
    '550 Helo command rejected: Host not found',
  ],
  'not allowed to write there': [
    '550 5.1.1 Delivery not authorized, message refused',
    '550 5.1.1 RESOLVER.RST.NotAuthorized',
  ],
  'refused before a recipient was named': [
    'Connected to 192.0.2.1 but my name was rejected. Remote host said: 550 Host unknown',
    'host mx.gone.example said: 553 unknown user (in reply to MAIL FROM command)',
    'SMTP error from remote mail server after MAIL FROM:<anna@ours.example>: 550 Domain does not exist',
  ],
};

const rows = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([family, replies]) => replies.map((reply) => [family, reply] as const));

describe('what servers say', () => {
  it.each(rows(HARD))('hard, %s: %s', async (_, reply) => expect(await verdicts(reply)).toEqual(both('hard')));
  it.each(rows(SOFT))('soft, %s: %s', async (_, reply) => expect(await verdicts(reply)).toEqual(both('soft')));
});
