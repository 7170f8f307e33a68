import type { CallDescriptor } from '../descriptor.ts';
import type { MediaItem, NodeBase, WithElse, WithReview } from './common.ts';
import { filledMedia } from './filled.ts';
import { worded } from './say.ts';

/** `messages/send` on the professional or the messenger channel; not connected takes `else`. */
export interface MessageNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'message';
  readonly channel: 'professional' | 'messenger';
  /** Template; absent only with `media`. */
  readonly text?: string;
  readonly media?: readonly MediaItem[];
  /** Answers the lead's last message of the conversation, where there is one. */
  readonly quote?: true;
}

export const message: CallDescriptor<MessageNode> = {
  noun: 'message',
  doing: 'Send a message',
  drawn: ({ channel, text = 'a file' }) => ({
    title: channel === 'messenger' ? 'Message by messenger' : 'Message',
    detail: text,
  }),
  words: ({ channel, text }) => worded(channel === 'messenger' ? 'messenger message' : 'message', text),
  texts: ({ text }) => ({ text }),
  fills: ({ channel, text = '', media = [] }) => [
    {
      ...{ what: 'the message', template: text, as: 'text' },
      ...(channel === 'messenger' && media.length > 0 ? {} : { is: 'some' }),
    },
    ...filledMedia(media),
  ],
  channel: ({ channel }) => channel,
  limit_class: () => 'message',
  credits: ({ channel, media }) => (channel === 'professional' && media !== undefined ? 2 : 1),
  effect: () => 'send',
};
