import type { SendParams } from '../../../contract/actions/messages/send.ts';
import type { SendReceipt } from '../../../contract/records/message-receipt.ts';
import type { OutgoingEmail } from '../../channels/email-channel.ts';
import { type ActionCall, type ActionResult, answer } from '../action-handler.ts';

export async function sendEmail(call: ActionCall<SendParams>): Promise<ActionResult<SendReceipt>> {
  const { account, params } = call;
  const email = outgoingEmail(params);
  const from = account.email ?? account.name;
  const esp = providerOf(from);
  const recipientEsp = providerOf(email.to);
  return answer(await call.context.channels.email.send(call, email), (sent) => ({
    status: 'success' as const,
    data: {
      message_id: sent.message_id,
      sent_from: from,
      esp,
      recipient_esp: recipientEsp,
      home_court: esp === 'other' ? domainOf(from) === domainOf(email.to) : esp === recipientEsp,
      over_cap: account.daily_limit !== null && sent.sends_today > account.daily_limit,
      mailbox_health: {
        sends_today: sent.sends_today,
        daily_limit: account.daily_limit,
        bounce_rate: sent.bounce_rate,
      },
    },
  }));
}

function outgoingEmail(params: SendParams): OutgoingEmail {
  return {
    to: params.to ?? '',
    cc: params.cc ?? [],
    bcc: params.bcc ?? [],
    reply_to: params.reply_to ?? null,
    subject: params.subject ?? null,
    text: params.message_text ?? null,
    html: params.html ?? null,
    thread_ref: params.thread_ref ?? null,
    headers: params.custom_headers ?? {},
  };
}

/** @unspecified the names of the two buckets beside `other`; told from the address alone. */
const PROVIDERS: Readonly<Record<string, string>> = {
  'gmail.com': 'google',
  'googlemail.com': 'google',
  'outlook.com': 'microsoft',
  'hotmail.com': 'microsoft',
  'live.com': 'microsoft',
};

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

function providerOf(address: string): string {
  const domain = domainOf(address);
  return Object.hasOwn(PROVIDERS, domain) ? (PROVIDERS[domain] ?? 'other') : 'other';
}
