import { newId } from '../../../../kit/ids.ts';
import type { Queryable } from '../../../../postgres/database.ts';
import { appendMessage } from '../effects/append-message.ts';
import { observe } from '../effects/observe.ts';
import { receiveMail } from '../email/receive-mail.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type ActOutcome, DONE, type Encounter, idle } from './encounter.ts';

const DEFAULT_REPLY = 'Thank you for your message. Let us talk.';
const ABSENCE = 'I am out of the office and will read your mail when I am back.';

interface Reply {
  readonly channel: 'classic' | 'inmail' | 'messenger' | 'email';
  readonly text?: string;
  readonly automatic?: boolean;
}

export async function reply(
  deps: SandboxDeps,
  tx: Queryable,
  encounter: Encounter,
  { channel, text: given, automatic = false }: Reply,
): Promise<ActOutcome> {
  const { account, person, at } = encounter;
  const text = given ?? (automatic ? ABSENCE : (person.behavior.reply_text ?? DEFAULT_REPLY));
  const platform = channel === 'email' || channel === 'messenger' ? channel : 'professional';
  if (account.platform !== platform) return idle(`a ${account.platform} account has no ${channel} channel`);
  switch (channel) {
    case 'classic':
      await appendMessage(deps, tx, account, person, {
        inbox: 'classic',
        message_type: 'TEXT',
        subject: null,
        text,
        outgoing: false,
        at,
      });
      return DONE;
    case 'inmail':
      await appendMessage(deps, tx, account, person, {
        inbox: 'premium_navigator',
        // The first answer to an InMail is what accepts it.
        message_type: (await inmailIsOpen(tx, encounter)) ? 'INMAIL_ACCEPT' : 'MESSAGE',
        subject: null,
        text,
        outgoing: false,
        at,
      });
      return DONE;
    case 'email':
      return (await receiveMail(deps, tx, encounter, { text, automatic }))
        ? DONE
        : idle(`${fullName(person)} has no email`);
    case 'messenger':
      return messengerReply(deps, tx, encounter, text);
  }
}

/** Refuses an InMail: an event with an empty text, which is no reply. */
export async function declineInMail(deps: SandboxDeps, tx: Queryable, encounter: Encounter): Promise<ActOutcome> {
  const { account, person, at } = encounter;
  if (account.platform !== 'professional') return idle(`a ${account.platform} account has no InMails`);
  await appendMessage(deps, tx, account, person, {
    inbox: 'premium_navigator',
    message_type: 'INMAIL_DECLINE',
    subject: null,
    text: '',
    outgoing: false,
    at,
  });
  return DONE;
}

async function inmailIsOpen(tx: Queryable, { account, person }: Encounter): Promise<boolean> {
  const { rows } = await tx.query<{ message_type: string }>(
    `select m.message_type from sandbox_messages m join sandbox_conversations c using (conversation_id)
      where c.account_id = $1 and c.person_id = $2 and c.inbox = 'premium_navigator'
      order by m.position desc limit 1`,
    [account.account_id, person.person_id],
  );
  return rows[0]?.message_type === 'INMAIL';
}

/** The messenger has no conversations to read here yet: the event is all there is. */
async function messengerReply(
  deps: SandboxDeps,
  tx: Queryable,
  { account, person, at }: Encounter,
  text: string,
): Promise<ActOutcome> {
  if (person.phone_number === null) return idle(`${fullName(person)} has no phone number`);
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'message',
    direction: 'incoming',
    at,
    fields: {
      message_text: text,
      sender: { name: fullName(person), phone_number: person.phone_number },
      conversation: { conversation_id: `chat_${person.phone_number.replace(/\D/g, '')}`, is_group_chat: false },
      has_attachments: false,
      attachments: [],
      metadata: { entity_urn: newId('msg', at), delivered_at: at },
    },
  });
  return DONE;
}
