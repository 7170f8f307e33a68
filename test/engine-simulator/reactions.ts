import { fieldsInDoubt } from './doubts.ts';
import type { Answer } from './script.ts';
import type { ServiceAccount } from './service-actions.ts';
import type { Effect, ServiceWorld, StoredEvent } from './service-world.ts';

export interface ReactionHooks {
  readonly world: ServiceWorld;
  readonly after: (ms: number, call: () => void) => void;
  readonly deliver: (event: StoredEvent, comes: Answer['comes']) => void;
  readonly unsubscribe: (key: string) => void;
}

/** Makes people react when something reaches them: as their script says, once for each line of it. */
export function createReactions({ world, after, deliver, unsubscribe }: ReactionHooks): (effect: Effect) => void {
  const used = new Set<Answer>();
  return (effect) => {
    const { person, kind, account_id, text } = effect;
    const account = world.accounts.find(({ id }) => id === account_id);
    if (!account) return;
    const { accepts_after } = person.script;
    if (kind === 'invite' && accepts_after !== null) {
      const id = person.invited.get(account_id);
      after(accepts_after, () => {
        if (person.invited.get(account_id) !== id) return;
        person.invited.delete(account_id);
        person.connected.add(account_id);
        deliver(world.emit(account, accepted(effect)), person.script.answers[0]?.comes ?? 'once');
      });
    }
    for (const answer of person.script.answers) {
      if (answer.to !== kind || used.has(answer)) continue;
      used.add(answer);
      after(answer.after, () => {
        if (answer.with === 'unsubscribe') return unsubscribe(effect.key ?? '');
        deliver(world.emit(account, eventOf(world, account, answer, effect, text)), answer.comes);
      });
    }
  };
}

const accepted = ({ person }: Effect) => ({
  type: 'accepted_invitation',
  connections: [
    {
      ...{ name: person.name, profile_url: person.profile_id_url, headline: '', profile_picture: '' },
      public_identifier: person.slug,
    },
  ],
});

function eventOf(
  world: ServiceWorld,
  account: ServiceAccount,
  answer: Answer,
  effect: Effect,
  text: string,
): Record<string, unknown> {
  const { person } = effect;
  const id = `msg_${world.nextId()}`;
  if (account.platform === 'email') return mailOf(answer, effect, id, world);
  const base = { type: 'message', message_text: `About ${text}: thanks`, has_attachments: false, attachments: [] };
  if (account.platform === 'messenger') {
    return {
      ...{ ...base, sender: { name: person.name, phone_number: person.phone }, metadata: { entity_urn: id } },
      conversation: { conversation_id: person.phone.slice(1), is_group_chat: false },
    };
  }
  const sender = { name: person.name, profile_url: person.profile_id_url };
  const inmail = effect.kind === 'inmail';
  return {
    ...{ ...base, sender, inbox: inmail ? 'premium_navigator' : 'classic' },
    message_type: answer.with === 'decline' ? 'INMAIL_DECLINE' : inmail ? 'INMAIL' : 'TEXT',
    conversation: { participants: [sender], is_group_chat: false, unread_count: 1 },
    metadata: {
      ...{ entity_urn: id, delivered_at: world.now(), read_status: false },
      conversation_urn: `${inmail ? 'inmail' : 'message'}-${person.slug}`,
    },
  };
}

function mailOf(
  answer: Answer,
  { person, request, account_id }: Effect,
  id: string,
  world: ServiceWorld,
): Record<string, unknown> {
  const mail = world.messages.findLast((one) => one.account_id === account_id && one.person === person);
  if (answer.with === 'bounce') {
    return {
      ...{ type: 'email_bounced', subject: 'Undelivered', message_id: `<b${request}@mail.example>` },
      ...{ bounce_status: '5.1.1', bounce_kind: 'hard', bounced_recipient: person.email, diagnostic: null },
      ...{ original_message_id: mail?.id ?? null },
      sender: { name: 'Mail Delivery System', email: 'mailer-daemon@mail.example', is_self_sent: false },
    };
  }
  if (answer.with === 'in_doubt') {
    return {
      ...{ type: 'message', message_id: `<${id}@mail.example>`, in_reply_to: mail?.id ?? null },
      ...fieldsInDoubt(answer, id),
      sender: { name: person.name, email: person.email, is_self_sent: false },
    };
  }
  const automatic = answer.with === 'automatic';
  return {
    ...{ type: 'message', subject: automatic ? 'Automatic reply' : 'Re: hello', message_id: `<${id}@mail.example>` },
    ...{
      in_reply_to: mail?.id ?? null,
      raw_data: { entityUrn: id },
      message_text: automatic ? 'I am away until 6 March 2026.' : 'Yes, gladly. Thanks',
    },
    ...(automatic ? { headers: { 'Auto-Submitted': 'auto-replied' } } : {}),
    sender: { name: person.name, email: person.email, is_self_sent: false },
  };
}
