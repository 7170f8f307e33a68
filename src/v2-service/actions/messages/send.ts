import { mediaOf } from '../../../contract/actions/messages/media.ts';
import type { SendParams } from '../../../contract/actions/messages/send.ts';
import { isInMail } from '../../../contract/actions/messages/send.ts';
import { actionOf } from '../../../contract/actions.ts';
import type { SendReceipt } from '../../../contract/records/message-receipt.ts';
import { unreachable } from '../../../kit/result.ts';
import type { AccountRow } from '../../context.ts';
import { type ActionCall, type ActionResult, answer, handleAction } from '../action-handler.ts';
import { notImplemented } from '../not-implemented.ts';
import { sendEmail } from './send-email.ts';

/** spec: messages / send. One action, three channels, four shapes of receipt. */
export const send = handleAction(
  actionOf('messages', 'send'),
  async (call): Promise<ActionResult<SendReceipt>> => {
    switch (call.account.platform) {
      case 'professional':
        return isInMail(call.params) ? sendInMail(call) : sendMessage(call);
      case 'email':
        return sendEmail(call);
      case 'messenger':
        throw notImplemented('messages / send on the messenger channel');
      default:
        return unreachable(call.account.platform);
    }
  },
  { check: refuseWhatIsMissing },
);

function refuseWhatIsMissing(params: SendParams, account: AccountRow): void {
  if (account.platform === 'messenger') throw notImplemented('messages / send on the messenger channel');
  if (mediaOf(params).length > 0) throw notImplemented('messages / send with media');
  if (account.platform === 'email' && params.account_ids) throw notImplemented('messages / send with account_ids');
}

async function sendMessage(call: ActionCall<SendParams>): Promise<ActionResult<SendReceipt>> {
  const { profile_url = '', message_text = '' } = call.params;
  return answer(await call.context.channels.professional.sendMessage(call, profile_url, message_text), (sent) => ({
    status: 'success' as const,
    data: { entityUrn: sent.message_id, conversation_id: sent.conversation_id, deliveredAt: sent.delivered_at },
  }));
}

async function sendInMail(call: ActionCall<SendParams>): Promise<ActionResult<SendReceipt>> {
  const { recipient_urn, profile_url = '', subject = null, message_text = '' } = call.params;
  const to = recipient_urn === undefined ? { profile_url } : { recipient_urn };
  const outcome = await call.context.channels.professional.sendInMail(call, to, { subject, text: message_text });
  return answer(outcome, (sent) => ({
    status: 'success' as const,
    message: 'InMail sent',
    recipient_urn: sent.recipient_urn,
    data: { value: { threadId: sent.conversation_id, messageId: sent.message_id } },
  }));
}
