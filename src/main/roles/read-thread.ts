import type { z } from 'zod';
import type { ReadThread, ShownMail } from '../../api/context.ts';
import { emailConversationMessage } from '../../contract/records/conversation.ts';
import { fail, ok, type Result } from '../../kit/result.ts';
import { cutQuoted } from '../../mail/cut-quoted.ts';
import type { V2Client } from '../../v2-client/create-v2-client.ts';
import type { CallOutcome } from '../../v2-client/outcome.ts';

type Message = z.output<typeof emailConversationMessage>;

/** The newest of a thread; longer ones are read in a mail program. */
const MOST = 50;

/** Threads as the V2 service tells them; one that says less of a mail than ours does is shown as far as it goes. */
export const createThreadReader =
  (v2: Pick<V2Client, 'call'>): ReadThread =>
  async ({ account_id, message_id }) => {
    // A receipt names the mail, not its thread.
    const query = `rfc822msgid:${message_id} in:anywhere`;
    const found = answered(await v2.call('messages', 'search', { account_id, params: { query, count: 1 } }));
    if (!found.ok) return found;
    const [item] = found.value.conversations;
    if (!item) return fail('the mail is not in its mailbox any more');
    const params = { conversation_id: item.conversation_id, count: MOST };
    const read = answered(await v2.call('messages', 'get_conversation', { account_id, params }));
    if (!read.ok) return read;
    const mails = read.value.messages.flatMap((message) => emailConversationMessage.safeParse(message).data ?? []);
    return ok(mails.map(shown).toReversed());
  };

function answered<Data>(outcome: CallOutcome<Data>): Result<Data, string> {
  if (outcome.kind === 'success') return ok(outcome.data);
  return fail(outcome.kind === 'refused' ? outcome.message : `the V2 service does not answer: ${outcome.reason}`);
}

function shown({ sender, text, ...mail }: Message): ShownMail {
  const own = cutQuoted(text);
  return {
    message_id: mail.message_id,
    kind: mail.kind ?? 'mail',
    is_ours: sender.is_me,
    from: partyOf(sender),
    to: (mail.to ?? []).map(partyOf),
    cc: (mail.cc ?? []).map(partyOf),
    subject: mail.subject,
    at: new Date(mail.time),
    text: own,
    quoted: own === text.trim() ? '' : text.trim(),
    html: mail.html,
    attachments: mail.attachments.map(({ name, mime_type, byte_size }) => ({ name, type: mime_type, byte_size })),
  };
}

const partyOf = ({ name, email }: { readonly name: string; readonly email: string }) => ({ name, email });
