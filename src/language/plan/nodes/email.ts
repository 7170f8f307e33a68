import type { CallDescriptor } from '../descriptor.ts';
import type { MediaItem, NodeBase, WithElse, WithReview } from './common.ts';
import { type Filled, filledMedia } from './filled.ts';
import { worded } from './say.ts';

/** `messages/send` from a mailbox. Text fields are templates. */
export interface EmailNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'email';
  /** Absent only with `thread`, which answers the lead's last email of this enrollment under its subject. */
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  /** In place of the lead's own address. */
  readonly to?: string;
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly reply_to?: string;
  readonly thread: boolean;
  /** Adds `List-Unsubscribe` (RFC 8058) unless false. */
  readonly unsubscribe: boolean;
  readonly media?: readonly MediaItem[];
  /** Names begin with `X-`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const email: CallDescriptor<EmailNode> = {
  noun: 'email',
  doing: 'Send an email',
  drawn: ({ thread, subject, text }) => ({
    title: thread ? 'Email in the thread' : 'Email',
    detail: subject ?? text ?? '',
  }),
  words: ({ subject, text, html }) => worded('email', subject ?? text ?? html),
  texts: ({ subject, text, html }) => ({ subject, text, html }),
  fills,
  channel: () => 'email',
  limit_class: () => 'email',
  credits: () => 1,
  effect: () => 'send',
};

function fills({
  subject,
  text,
  html,
  to,
  cc = [],
  bcc = [],
  reply_to,
  headers = {},
  media = [],
  ...node
}: EmailNode): Filled[] {
  const filled = (what: string, template: string | undefined, more: Omit<Filled, 'what' | 'template'>): Filled[] =>
    template === undefined ? [] : [{ what, template, ...more }];
  const address = { as: 'line', is: 'address', may_be_empty: true } as const;
  return [
    ...filled('the subject', subject, { as: 'line' }),
    ...filled('the email', text, { as: 'text', ...(html === undefined ? { is: 'some' } : {}) }),
    ...filled('the HTML', html, { as: 'html', ...(text === undefined ? { is: 'some' } : {}) }),
    // Without an address it is not possible, which needs an `else`.
    ...filled('`to`', to, node.else === undefined ? { as: 'line', is: 'address' } : address),
    ...cc.flatMap((template) => filled('`cc`', template, address)),
    ...bcc.flatMap((template) => filled('`bcc`', template, address)),
    ...filled('`reply_to`', reply_to, address),
    ...Object.entries(headers).flatMap(([name, template]) => filled(`the header ${name}`, template, { as: 'line' })),
    ...filledMedia(media),
  ];
}
