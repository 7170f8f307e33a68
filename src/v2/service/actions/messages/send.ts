import { mediaOf } from '../../../contract/actions/messages/media.ts';
import { isInMail, type SendParams } from '../../../contract/actions/messages/send.ts';
import { actionOf } from '../../../contract/actions.ts';
import type { SendReceipt } from '../../../contract/records/message-receipt.ts';
import type { AccountRow } from '../../accounts/account-row.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { resolveMedia } from '../../media/resolve-media.ts';
import { type ActionResult, answer, handlePerPlatform } from '../action-handler.ts';
import type { PreparedSend, SendCall } from './send-call.ts';
import { sendEmail } from './send-email.ts';
import { withVoiceNotes } from './voice-notes.ts';

/** spec: messages / send. One action, three channels, four shapes of receipt. */
export const send = handlePerPlatform(
  actionOf('messages', 'send'),
  {
    professional: (call: SendCall<'professional'>) => (isInMail(call.params) ? sendInMail(call) : sendMessage(call)),
    email: sendEmail,
    messenger: sendChat,
  },
  {
    // What a send costs depends on its params on the professional network alone.
    facts: (params, { platform }) => {
      const professional = platform === 'professional';
      return { media: professional && mediaOf(params).length > 0, inmail: professional && isInMail(params) };
    },
    slow: (params) => mediaOf(params).length > 0,
    async prepare({ context, params, account }) {
      const files = await resolveMedia(context, params);
      if (account.platform !== 'email') return { files: await withVoiceNotes(files, params), homes: new Map() };
      // A mail has attachments alone.
      return { files, homes: await findHomes(context, account, params) };
    },
  },
);

/** Looks up the mail providers of the recipient and of every mailbox that may be the sender. */
async function findHomes(
  { db, mail_homes }: Pick<ServiceContext, 'db' | 'mail_homes'>,
  account: AccountRow,
  { to = '', account_ids = [] }: SendParams,
): Promise<PreparedSend['homes']> {
  const { rows: pool } =
    account_ids.length === 0
      ? { rows: [] }
      : await db.query<{ address: string }>(
          'select coalesce(email, name) as address from accounts where user_id = $1 and account_id = any ($2::text[])',
          [account.user_id, account_ids],
        );
  return mail_homes.find([to, account.email ?? account.name, ...pool.map(({ address }) => address)]);
}

async function sendMessage(call: SendCall<'professional'>): Promise<ActionResult<SendReceipt>> {
  const { profile_url = '', message_text = '' } = call.params;
  const message = { text: message_text, files: call.prepared.files };
  return answer(await call.channel.sendMessage(call, profile_url, message), (sent) => ({
    status: 'success' as const,
    data: { entityUrn: sent.message_id, conversation_id: sent.conversation_id, deliveredAt: sent.delivered_at },
  }));
}

async function sendInMail(call: SendCall<'professional'>): Promise<ActionResult<SendReceipt>> {
  const { recipient_urn, profile_url = '', subject = null, message_text = '' } = call.params;
  const to = recipient_urn === undefined ? { profile_url } : { recipient_urn };
  const message = { subject, text: message_text, files: call.prepared.files };
  return answer(await call.channel.sendInMail(call, to, message), (sent) => ({
    status: 'success' as const,
    message: 'InMail sent',
    recipient_urn: sent.recipient_urn,
    data: { value: { threadId: sent.conversation_id, messageId: sent.message_id } },
  }));
}

async function sendChat(call: SendCall<'messenger'>): Promise<ActionResult<SendReceipt>> {
  const { phone_number = '', message_text = '', quoted_message_id = null } = call.params;
  const { files } = call.prepared;
  const chat = { phone_number, text: message_text, files, quoted_message_id };
  return answer(await call.channel.send(call, chat), (sent) => ({
    status: 'success' as const,
    data: {
      entityUrn: sent.message_id,
      conversation_id: sent.conversation_id,
      deliveredAt: sent.delivered_at,
      phone_number,
    },
  }));
}
