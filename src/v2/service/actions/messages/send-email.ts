import { textOfHtml } from '../../../../shared/mail/text-of-html.ts';
import type { SendParams } from '../../../contract/actions/messages/send.ts';
import { isGiven } from '../../../contract/params.ts';
import type { SendReceipt } from '../../../contract/records/message-receipt.ts';
import type { OutgoingEmail } from '../../channels/email-channel.ts';
import { homeOfAddress, isHomeCourt } from '../../channels/mail-provider.ts';
import type { ResolvedFile } from '../../media/resolved-file.ts';
import { type ActionResult, answer } from '../action-handler.ts';
import { routeEmail } from './route-email.ts';
import type { SendCall } from './send-call.ts';

/**
 * From the account of the call, or from the mailbox of the pool that fits best (`sent_from`); the call's log row, charge and
 * `metadata.account_id` are those of its own account either way.
 */
export async function sendEmail(call: SendCall<'email'>): Promise<ActionResult<SendReceipt>> {
  const mail = outgoingEmail(call.params, call.prepared.files);
  const { account_ids } = call.params;
  const { homes } = call.prepared;
  const espOf = (address: string) => (homes.get(address) ?? homeOfAddress(address)).esp;
  const { account, channel } = account_ids ? await routeEmail(call, { ...mail, account_ids, homes }) : call;
  const from = account.email ?? account.name;
  return answer(await channel.send({ tx: call.tx, account, now: call.now }, mail), (sent) => ({
    status: 'success' as const,
    data: {
      message_id: sent.message_id,
      sent_from: from,
      esp: espOf(from),
      recipient_esp: espOf(mail.to),
      home_court: isHomeCourt(homes, from, mail.to),
      over_cap: account.daily_limit !== null && sent.sends_today > account.daily_limit,
      mailbox_health: {
        sends_today: sent.sends_today,
        daily_limit: account.daily_limit,
        bounce_rate: sent.bounce_rate,
      },
    },
  }));
}

function outgoingEmail(params: SendParams, files: readonly ResolvedFile[]): OutgoingEmail {
  const html = isGiven(params.html) ? (params.html ?? null) : null;
  return {
    to: params.to ?? '',
    cc: params.cc ?? [],
    bcc: params.bcc ?? [],
    reply_to: params.reply_to ?? null,
    subject: params.subject ?? null,
    text: isGiven(params.message_text) ? (params.message_text ?? '') : textOfHtml(html ?? '', { links: true }),
    html,
    thread_ref: params.thread_ref ?? null,
    headers: params.custom_headers ?? {},
    files,
  };
}
