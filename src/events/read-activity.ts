import { z } from 'zod';
import {
  conversationIdentity,
  emailIdentity,
  type Identity,
  phoneIdentity,
  profileIdentity,
} from '../store/leads/identity.ts';
import { readAutomatic } from './automatic-reply.ts';

/** What an event means for a sequence. */
export type Activity =
  | {
      readonly kind: 'reply';
      readonly by: 'message' | 'inmail' | 'email' | 'messenger';
      /** Names of the one who wrote. */
      readonly from: readonly Identity[];
      /** The mail it answers. */
      readonly in_reply_to: string | null;
      readonly text: string;
    }
  /** A machine answered: the person is away, or nobody reads there. */
  | {
      readonly kind: 'automatic';
      readonly from: readonly Identity[];
      readonly in_reply_to: string | null;
      readonly subject: string;
      readonly text: string;
    }
  /** The person said no. */
  | { readonly kind: 'refusal'; readonly from: readonly Identity[] }
  /** Each person with every name the event gives them. */
  | { readonly kind: 'accepted'; readonly people: readonly (readonly Identity[])[] }
  | { readonly kind: 'bounce'; readonly of: readonly Identity[]; readonly original_message_id: string | null }
  | { readonly kind: 'disconnection'; readonly reason: string }
  | { readonly kind: 'ignored'; readonly why: string };

// Only what is needed is read, and leniently: a reply must stop a sequence even from a service that fills other fields
// differently.
const text = z.string().catch('');
const words = z.string().nullish().catch(null);

const message = z.object({
  message_type: text,
  message_text: text,
  subject: text,
  inbox: text,
  in_reply_to: words,
  headers: z.record(z.string(), z.unknown()).catch({}),
  sender: z
    .object({
      profile_url: words,
      public_identifier: words,
      email: words,
      phone_number: words,
      is_self_sent: z.boolean().catch(false),
      is_me: z.boolean().catch(false),
    })
    .partial()
    .catch({}),
  conversation: z.object({ is_group_chat: z.boolean().catch(false) }).catch({ is_group_chat: false }),
  metadata: z.object({ conversation_urn: words }).catch({ conversation_urn: null }),
});
const accepted = z.object({
  connections: z.array(z.object({ profile_url: words, public_identifier: words, member_urn: words })).catch([]),
});
const bounced = z.object({ bounce_kind: text, bounced_recipient: text, original_message_id: words });
const disconnected = z.object({ reason: text });

export function readActivity(event: {
  readonly account_id: string;
  readonly platform: string;
  readonly type: string;
  readonly payload: unknown;
}): Activity {
  const body = z.object({ event: z.record(z.string(), z.unknown()) }).safeParse(event.payload);
  if (!body.success) return { kind: 'ignored', why: 'the event has no content' };
  switch (event.type) {
    case 'message':
      return readMessage(event, message.parse(body.data.event));
    case 'accepted_invitation':
      return {
        kind: 'accepted',
        people: accepted
          .parse(body.data.event)
          .connections.map(({ profile_url, public_identifier, member_urn }) =>
            names([profileIdentity, public_identifier], [profileIdentity, profile_url], [profileIdentity, member_urn]),
          ),
      };
    case 'email_bounced': {
      const { bounce_kind, bounced_recipient, original_message_id } = bounced.parse(body.data.event);
      if (bounce_kind !== 'hard') return { kind: 'ignored', why: 'a soft bounce: the mail may still arrive' };
      return {
        kind: 'bounce',
        of: names([emailIdentity, bounced_recipient]),
        original_message_id: original_message_id ?? null,
      };
    }
    case 'disconnection':
      return { kind: 'disconnection', reason: disconnected.parse(body.data.event).reason };
    default:
      return { kind: 'ignored', why: `nothing waits for ${event.type}` };
  }
}

/** What is about a mail comes from these, and says nothing of whom the mail was for. */
const MAIL_SERVER = /^(?:mailer-daemon|postmaster)@/i;

function readMessage(
  { account_id, platform }: { readonly account_id: string; readonly platform: string },
  event: z.output<typeof message>,
): Activity {
  const { sender, conversation } = event;
  if (sender.is_self_sent || sender.is_me) return { kind: 'ignored', why: 'our own message' };
  if (event.message_type === 'SYSTEM') return { kind: 'ignored', why: 'a notice of the network' };
  const from = names(
    [profileIdentity, sender.public_identifier],
    [profileIdentity, sender.profile_url],
    [emailIdentity, sender.email],
    [phoneIdentity, sender.phone_number],
    // In a group anybody may have written.
    [(id) => conversationIdentity(account_id, id), conversation.is_group_chat ? null : event.metadata.conversation_urn],
  );
  if (MAIL_SERVER.test(sender.email ?? '')) return { kind: 'ignored', why: 'a notice of a mail server' };
  const automatic = platform === 'email' ? readAutomatic(event) : null;
  if (automatic === 'notice') return { kind: 'ignored', why: 'a mail that a machine sent to many' };
  if (automatic === 'answer') {
    const { subject, message_text, in_reply_to } = event;
    return { kind: 'automatic', from, in_reply_to: in_reply_to ?? null, subject, text: message_text };
  }
  if (event.message_type === 'INMAIL_DECLINE') return { kind: 'refusal', from };
  const inmail = event.message_type.startsWith('INMAIL') || event.inbox === 'premium_navigator';
  return {
    kind: 'reply',
    by: platform === 'email' ? 'email' : platform === 'messenger' ? 'messenger' : inmail ? 'inmail' : 'message',
    from,
    in_reply_to: event.in_reply_to ?? null,
    text: event.message_text,
  };
}

function names(...given: [(text: string) => Identity | null, string | null | undefined][]): Identity[] {
  return given.flatMap(([read, value]) => {
    const identity = value ? read(value) : null;
    return identity === null ? [] : [identity];
  });
}
