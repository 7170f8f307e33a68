import type { z } from 'zod';
import { INTENT_HEADER } from '../../../../activities/steps/messages/email-headers.ts';
import type { MailInLedger } from '../../../runtime/store/intents/list-sent-mails.ts';
import { fail, ok, type Result } from '../../../shared/kit/result.ts';
import { cutQuoted } from '../../../shared/mail/cut-quoted.ts';
import type { SentMail } from '../../../shared/mail/own-words/sent-lines.ts';
import type { V2Client } from '../../../v2/client/create-v2-client.ts';
import type { CallOutcome } from '../../../v2/client/outcome.ts';
import { type EmailConversationItem, emailConversationMessage } from '../../../v2/contract/records/conversation.ts';
import type { ReadThread, ShownMail } from '../../api/context.ts';
import { mailInLedger } from './mail-in-ledger.ts';

type Message = z.output<typeof emailConversationMessage>;
type Service = Pick<V2Client, 'call'>;

/** The newest of a thread; longer ones are read in a mail program. */
const MOST = 50;
/** Mails to or from a person among which one of a thread is looked for: what costs one credit. */
const LOOKED_AT = 10;

/**
 * Threads as the V2 service reads them; one that says less of a mail than our ledger is shown as far as it goes. Where the mailbox does
 * not have the mail that went out, or cannot be read, it is shown from the ledger.
 */
export const createThreadReader =
  (v2: Service): ReadThread =>
  async (sent) => {
    const read = await readThread(v2, sent);
    if (!read.ok) return { mails: [mailInLedger(sent)], error: read.error };
    const { mails, holds } = read.value;
    return { mails: holds ? mails : inOrder(mailInLedger(sent), mails), error: null };
  };

/** Mailboxes tell whole seconds: what came within the one of our mail came after it. */
function inOrder(ours: ShownMail, mails: readonly ShownMail[]): readonly ShownMail[] {
  const second = ({ at }: ShownMail): number => Math.floor(at.getTime() / 1000);
  return [ours, ...mails].toSorted((one, other) => second(one) - second(other));
}

/** `holds`: the mail itself is among them. */
async function readThread(
  v2: Service,
  sent: MailInLedger,
): Promise<Result<{ readonly mails: readonly ShownMail[]; readonly holds: boolean }, string>> {
  const found = await findInThread(v2, sent);
  if (!found.ok) return found;
  if (found.value === null) return ok({ mails: [], holds: false });
  const { conversation_id, message_id } = found.value;
  const params = { conversation_id, count: MOST };
  const read = answered(await v2.call('messages', 'get_conversation', { account_id: sent.account_id, params }));
  if (!read.ok) return read;
  const mails = read.value.messages.flatMap((message) => emailConversationMessage.safeParse(message).data ?? []);
  const own = mails.filter(({ sender }) => sender.is_me).map((mail) => shown(mail, []));
  const ours = [mailInLedger(sent), ...own].map(asSent);
  return ok({
    mails: mails.map((mail) => shown(mail, ours)).toReversed(),
    holds: mails.some((mail) => mail.message_id === message_id),
  });
}

/** The thread of a mail, and the id under which the mail would be there. */
type Found = Pick<EmailConversationItem, 'conversation_id' | 'message_id'>;

/** A receipt names the mail, not its thread. Null: nothing of the thread is in the mailbox. */
async function findInThread(
  v2: Service,
  { account_id, key, to, message_id }: MailInLedger,
): Promise<Result<Found | null, string>> {
  const search = async (
    query: string,
    count: number,
    isIt: (item: EmailConversationItem) => boolean,
  ): Promise<Result<Found | null, string>> => {
    const found = answered(await v2.call('messages', 'search', { account_id, params: { query, count } }));
    return found.ok ? ok(found.value.conversations.find(isIt) ?? null) : found;
  };
  if (message_id === null) return search(`to:"${to}" in:sent`, LOOKED_AT, (item) => carries(item, key));
  const mail = await search(`rfc822msgid:${message_id} in:anywhere`, 1, () => true);
  if (!mail.ok || mail.value !== null) return mail;
  const reply = await search(`from:"${to}" in:anywhere`, LOOKED_AT, ({ in_reply_to }) => in_reply_to === message_id);
  return reply.ok && reply.value !== null ? ok({ ...reply.value, message_id }) : reply;
}

/** The mark by which our mails are found again. */
const carries = ({ headers = {} }: EmailConversationItem, key: string): boolean =>
  Object.entries(headers).some(([name, value]) => name.toLowerCase() === INTENT_HEADER.toLowerCase() && value === key);

function answered<Data>(outcome: CallOutcome<Data>): Result<Data, string> {
  if (outcome.kind === 'success') return ok(outcome.data);
  return fail(outcome.kind === 'refused' ? outcome.message : `the V2 service does not answer: ${outcome.reason}`);
}

const asSent = ({ subject, text, from, at }: ShownMail): SentMail => ({ subject, text, from, at: at.getTime() });

/** `ours`: what we have sent them, which is no word of theirs wherever it stands. */
function shown({ sender, text, ...mail }: Message, ours: readonly SentMail[]): ShownMail {
  const own = sender.is_me ? cutQuoted(text) : cutQuoted(text, ours);
  return {
    message_id: mail.message_id,
    source: 'mailbox',
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
