import { AUTOMATIC_SUBJECT, AUTOMATIC_TEXT } from './automatic-words.ts';

export interface AutomaticMail {
  readonly subject: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly in_reply_to?: string | null | undefined;
  readonly text?: string;
}

/** Set by programs that answer for somebody, and by nothing else. */
const ANSWERING = [
  'x-autoreply',
  'x-autoreply-from',
  'x-auto-reply-from',
  'x-autorespond',
  'x-autoresponder',
  'x-autoresponse',
  'x-mail-autoreply',
  'x-vacation',
  'x-ooo',
];

/**
 * What a machine wrote (RFC 3834), by its headers where the service shows them, else by its subject; null: a person did. An
 * `answer` says where its author is; a `notice`, such as a newsletter, does not.
 */
export function readAutomatic({ subject, text = '', ...mail }: AutomaticMail): 'answer' | 'notice' | null {
  const headers = new Map(
    Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), String(value).trim().toLowerCase()]),
  );
  const header = (name: string) => headers.get(name) ?? '';
  const submitted = header('auto-submitted') || 'no';
  const precedence = header('precedence');
  if (submitted.startsWith('auto-replied') || /^auto[_-]?reply/.test(precedence)) return 'answer';
  if (ANSWERING.some((name) => headers.has(name)) || /auto_?reply/.test(header('preference'))) return 'answer';
  // Exchange's out-of-office rules; another rule may forward what a person wrote.
  if (header('x-ms-exchange-generated-message-source') === 'mailbox rules agent') return 'answer';
  if (header('x-post-messageclass').includes('autoresponder') || header('delivered-to') === 'autoresponder')
    return 'answer';
  if (AUTOMATIC_SUBJECT.test(subject.trim())) return 'answer';
  // Nobody is to answer it, and so it sounds: a person may well write the same words.
  const answersNobody =
    /^<\s*>$/.test(header('return-path')) || /\ball\b|\boof\b|\bautoreply\b/.test(header('x-auto-response-suppress'));
  if (answersNobody && AUTOMATIC_TEXT.test(text.slice(0, 2_000))) return 'answer';
  const isSentToMany =
    precedence === 'bulk' || precedence === 'junk' || (headers.has('list-unsubscribe') && headers.has('list-id'));
  if ((submitted === 'no' || submitted === '') && !isSentToMany) return null;
  if (precedence === 'list' && submitted === 'no' && mail.in_reply_to) return null;
  return mail.in_reply_to ? 'answer' : 'notice';
}
