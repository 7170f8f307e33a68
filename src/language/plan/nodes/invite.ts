import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse, WithReview } from './common.ts';
import { worded } from './say.ts';

/** `network/invite`; someone already connected counts as accepted. */
export interface InviteNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'invite';
  /** Template of the note. */
  readonly note?: string;
  /** Absent: where they have invited us, their invitation is accepted in place of sending one. */
  readonly accept_theirs?: false;
}

/** Characters of a note that the best tier takes; a sender's own tier may take fewer. */
export const NOTE_LENGTH = 300;

export const invite: CallDescriptor<InviteNode> = {
  noun: 'invitation',
  doing: 'Send the invitation',
  drawn: ({ note = '' }) => ({ title: 'Invite', detail: note }),
  words: ({ note }) => worded('invite', note),
  texts: ({ note }) => ({ text: note }),
  fills: ({ note }) =>
    note === undefined ? [] : [{ what: 'the note', template: note, as: 'text', most: NOTE_LENGTH }],
  channel: () => 'professional',
  limit_class: () => 'invite',
  credits: () => 1,
  effect: () => 'send',
  sent_fact: 'invited',
};
