import { unreachable } from '../../../../../shared/kit/result.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { ResolvedFile } from '../../../media/resolved-file.ts';
import { lastMessage } from '../conversations/find-message.ts';
import type { Inbox } from '../conversations/inbox.ts';
import { appendMessage } from '../effects/append-message.ts';
import { type MessageType, plainType } from '../effects/message-event.ts';
import { receiveMail } from '../email/receive-mail.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { absenceText } from './absence-text.ts';
import { type ActOutcome, DONE, type Encounter, idle } from './encounter.ts';

const DEFAULT_REPLY = 'Thank you for your message. Let us talk.';

interface Reply {
  readonly channel: 'classic' | 'inmail' | 'messenger' | 'email';
  readonly text?: string;
  readonly files?: readonly ResolvedFile[];
  readonly automatic?: boolean;
}

export async function reply(
  deps: SandboxDeps,
  tx: Queryable,
  encounter: Encounter,
  { channel, text: given, files = [], automatic = false }: Reply,
): Promise<ActOutcome> {
  const { account, person } = encounter;
  const platform = channel === 'email' || channel === 'messenger' ? channel : 'professional';
  if (account.platform !== platform) return idle(`this ${account.platform} account has no ${channel} channel`);
  const usual = automatic
    ? absenceText(person.behavior.auto_reply_until, encounter.at)
    : (person.behavior.reply_text ?? DEFAULT_REPLY);
  // Files that come without a word are a message too.
  const text = given ?? (files.length > 0 ? '' : usual);
  switch (channel) {
    case 'classic':
      return writeBack(deps, tx, encounter, { inbox: 'classic', message_type: plainType(text, files), text, files });
    case 'inmail': {
      // The first answer to an InMail is what accepts it.
      const message_type = (await inmailIsOpen(tx, encounter)) ? 'INMAIL_ACCEPT' : 'MESSAGE';
      return writeBack(deps, tx, encounter, { inbox: 'premium_navigator', message_type, text, files });
    }
    case 'email':
      return (await receiveMail(deps, tx, encounter, { text, automatic, files }))
        ? DONE
        : idle(`${fullName(person)} has no email`);
    case 'messenger':
      if (person.phone_number === null) return idle(`${fullName(person)} has no phone number`);
      return writeBack(deps, tx, encounter, { inbox: 'messenger', message_type: plainType(text, files), text, files });
    default:
      return unreachable(channel);
  }
}

/**
 * Refuses an InMail: an event with an empty text, which is no reply. With `inmail_id` it is that InMail or nothing: it may
 * have been answered in the meantime.
 */
export async function declineInMail(
  deps: SandboxDeps,
  tx: Queryable,
  encounter: Encounter,
  act: { readonly inmail_id?: string },
): Promise<ActOutcome> {
  const { account, person } = encounter;
  if (account.platform !== 'professional') return idle(`this ${account.platform} account has no InMails`);
  if (act.inmail_id !== undefined && !(await inmailIsOpen(tx, encounter))) {
    return idle(`${fullName(person)} has answered the InMail already`);
  }
  return writeBack(deps, tx, encounter, {
    inbox: 'premium_navigator',
    message_type: 'INMAIL_DECLINE',
    text: '',
    files: [],
  });
}

/**
 * Writes to the account, as an answer to its last message to the person where there is one, under its subject. A refusal of an
 * InMail is no reply.
 */
async function writeBack(
  deps: SandboxDeps,
  tx: Queryable,
  { account, person, at }: Encounter,
  message: {
    readonly inbox: Inbox;
    readonly message_type: MessageType;
    readonly text: string;
    readonly files: readonly ResolvedFile[];
  },
): Promise<ActOutcome> {
  const answered = await lastMessage(tx, account, person, { inbox: message.inbox, outgoing: true });
  const refused = message.message_type === 'INMAIL_DECLINE';
  await appendMessage(deps, tx, account, person, {
    ...message,
    subject: answered?.subject ?? null,
    quoted_message_id: refused ? null : (answered?.message_id ?? null),
    outgoing: false,
    at,
  });
  return DONE;
}

async function inmailIsOpen(tx: Queryable, { account, person }: Encounter): Promise<boolean> {
  const last = await lastMessage(tx, account, person, { inbox: 'premium_navigator' });
  return last?.message_type === 'INMAIL';
}
