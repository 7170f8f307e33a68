import type { CallDescriptor } from '../descriptor.ts';
import type { MediaItem, NodeBase, WithElse, WithReview } from './common.ts';
import { filledMedia } from './filled.ts';
import { worded } from './say.ts';

/** `messages/send` with `inmail`; impossible takes `else` before anything is spent. */
export interface InMailNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'inmail';
  /** Template. */
  readonly subject: string;
  /** Template. */
  readonly text: string;
  readonly media?: readonly MediaItem[];
  /** Absent: without any InMail left it is impossible, and `else` is taken at once. */
  readonly when_none_left?: 'wait';
}

export const inmail: CallDescriptor<InMailNode> = {
  noun: 'InMail',
  doing: 'Send an InMail',
  drawn: ({ subject }) => ({ title: 'InMail', detail: subject }),
  words: ({ subject }) => worded('inmail', subject),
  texts: ({ subject, text }) => ({ subject, text }),
  fills: ({ subject, text, media = [] }) => [
    { what: 'the subject', template: subject, as: 'line' },
    { what: 'the InMail', template: text, as: 'text', is: 'some' },
    ...filledMedia(media),
  ],
  channel: () => 'professional',
  limit_class: () => 'inmail',
  credits: () => 0,
  effect: () => 'send',
};
