import { z } from 'zod';
import { defineAction, type LimitClass, type Platform } from '../../definition.ts';
import { addressList, emailAddress, headerValue, isGiven, phoneNumber, profileReference, word } from '../../params.ts';
import { sendReceipt } from '../../records/message-receipt.ts';
import { findActiveContent } from './active-content.ts';
import { mediaOf, mediaParams, mediaRules } from './media.ts';

/** @unspecified RFC 5321, 4.5.3.1.8: what every server must take at once. Of `to`, `cc` and `bcc` together. */
const MOST_RECIPIENTS = 100;
/** @unspecified of text and of HTML, in characters: far above any mail that is read. */
const LONGEST_BODY = 1_000_000;

/** @unspecified the two beside `X-` names: what a one-click unsubscribe needs (our extension). */
const HEADERS_BESIDE_X = ['list-unsubscribe', 'list-unsubscribe-post'];

/** @unspecified RFC 5322, 2.1.1: a line has 998 bytes, and a header whose form is fixed can be broken at blanks alone. */
const LONGEST_HEADER_NAME = 100;
const LONGEST_HEADER_WORD = 800;

const headerName = z
  .string()
  .max(LONGEST_HEADER_NAME, `a header's name has ${LONGEST_HEADER_NAME} characters at most`)
  .refine((name) => /^x-[!-9;-~]+$/i.test(name) || HEADERS_BESIDE_X.includes(name.toLowerCase()), {
    error: 'only X- headers, List-Unsubscribe and List-Unsubscribe-Post',
  });

const params = z.object({
  message_text: z.string().optional(),
  subject: headerValue().optional(),
  profile_url: profileReference().optional(),
  inmail: z.boolean().default(false),
  recipient_urn: word().optional(),
  phone_number: phoneNumber().optional(),
  to: emailAddress().optional(),
  html: z.string().optional(),
  reply_to: emailAddress().optional(),
  thread_ref: headerValue().pipe(word()).optional(),
  cc: addressList().optional(),
  bcc: addressList().optional(),
  custom_headers: z.record(headerName, headerValue()).optional(),
  account_ids: z.array(word()).min(1).optional(),
  ...mediaParams,
  voice_message: z.boolean().default(false),
  quoted_message_id: word().optional(),
});
export type SendParams = z.output<typeof params>;

export const send = defineAction({
  category: 'messages',
  action: 'send',
  spec: 'messages / send',
  summary: 'Sends a message, an InMail, an email or a messenger message, by the channel of the account',
  channels: ['professional', 'messenger', 'email'],
  params,
  data: sendReceipt,
  charge: { kind: 'send' },
  pagination: null,
  effect: 'send',
  /** Holds for a plain message; `sendClass` distinguishes InMail and email. */
  limit_class: 'message',
  /** Each channel is read back where its messages are; the probes of the other channels do not apply. */
  reconciliation: { by: 'reading', probes: ['logs', 'conversation', 'premium_inbox', 'sent_mail'] },
  rules: (given, platform) => [...(platform === null ? [] : channelRules(given, platform)), ...mediaRules(given)],
});

/** spec: messages / send: `recipient_urn` sends an InMail by itself; a subject alone does not. */
export function isInMail(given: {
  readonly inmail?: boolean | undefined;
  readonly recipient_urn?: string | undefined;
}) {
  return given.inmail === true || given.recipient_urn !== undefined;
}

export function sendClass(platform: Platform, given: Parameters<typeof isInMail>[0]): LimitClass {
  if (platform === 'email') return 'email';
  return platform === 'professional' && isInMail(given) ? 'inmail' : 'message';
}

function channelRules(given: SendParams, platform: Platform): string[] {
  const missing: string[] = [];
  switch (platform) {
    case 'professional':
      if (!isGiven(given.message_text)) missing.push('message_text: is required');
      if (given.profile_url === undefined && given.recipient_urn === undefined) {
        missing.push('profile_url: is required unless recipient_urn is given');
      }
      return missing;
    case 'email':
      if (given.to === undefined) missing.push('to: is required');
      if (!isGiven(given.message_text) && !isGiven(given.html)) missing.push('message_text: is required, or html');
      return [...missing, ...mailRules(given)];
    case 'messenger':
      if (given.phone_number === undefined) missing.push('phone_number: is required');
      // To drop a file that the caller named would be to send something else.
      if (given.media_path !== undefined) missing.push('media_path: is not for messenger accounts; use media_file');
      if (!isGiven(given.message_text) && mediaOf(given).length === 0) {
        missing.push('message_text: is required, or an attachment');
      }
      return missing;
  }
}

function mailRules({ cc = [], bcc = [], html = '', message_text = '', custom_headers = {} }: SendParams): string[] {
  const broken: string[] = [];
  const recipients = 1 + cc.length + bcc.length;
  if (recipients > MOST_RECIPIENTS) {
    broken.push(`to: ${recipients} recipients with cc and bcc, more than ${MOST_RECIPIENTS}: send several mails`);
  }
  for (const [name, value] of Object.entries(custom_headers)) {
    if (/^x-/i.test(name) || !value.split(/[ \t]/).some((word) => word.length > LONGEST_HEADER_WORD)) continue;
    broken.push(
      `custom_headers: a word of ${name} is longer than ${LONGEST_HEADER_WORD} characters, which no line of a mail holds`,
    );
  }
  if (message_text.length > LONGEST_BODY) broken.push(`message_text: is longer than ${LONGEST_BODY} characters`);
  // Not read further: a text without an end is no mail.
  if (html.length > LONGEST_BODY) return [...broken, `html: is longer than ${LONGEST_BODY} characters`];
  const active = findActiveContent(html);
  if (active !== null) broken.push(`html: has ${active}, which no mail may do: take it out`);
  if (`${html}${message_text}`.includes('\0')) broken.push('message_text: must not contain a null character');
  return broken;
}
