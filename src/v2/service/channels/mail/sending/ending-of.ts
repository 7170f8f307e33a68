import { cutText } from '../../../../../shared/kit/cut-text.ts';
import { unreachable } from '../../../../../shared/kit/result.ts';
import { mailFailure } from '../connections/mail-failure.ts';
import type { Delivery } from './deliver.ts';
import type { End } from './end-send.ts';

/** Wall seconds after which a server that could not be reached, or asked us to go, is worth another try. */
const RETRY_AFTER = 60;

/** Translates a delivery into the ending of its call. Null: nobody knows yet. */
export function endingOf(delivery: Delivery): End | null {
  switch (delivery.status) {
    case 'accepted':
      return { ending: { status: 'done' }, outcome: delivery.reply };
    case 'refused':
      return refusal(delivery);
    case 'not_sent':
      return notSent(delivery.error);
    case 'lost':
      return null;
    default:
      return unreachable(delivery);
  }
}

/** RFC 5321, 4.2.1: 4xx may be tried again, 5xx may not. */
function refusal({ at, code, reply, recipient }: Extract<Delivery, { status: 'refused' }>): End {
  const what = recipient === null ? 'the mail' : recipient;
  const answered = at === 'MAIL' ? ' from this mailbox' : '';
  if (code < 500) {
    const message = `the mail server does not accept ${what}${answered} at the moment, nothing was sent: ${reply}`;
    return {
      ending: { status: 'not_done', code: 'CHANNEL_ERROR', sub_code: 'MAIL_DEFERRED', message },
      outcome: reply,
    };
  }
  const message = `the mail server refused ${what}${answered}, nothing was sent: ${reply}`;
  return recipient === null
    ? { ending: { status: 'refused', message }, outcome: reply }
    : { ending: { status: 'refused', sub_code: 'RECIPIENT_REFUSED', message }, outcome: reply, bounced: true };
}

function notSent(error: unknown): End {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = error instanceof Error ? cutText(error.message.replace(/\s+/g, ' '), 300) : 'the connection broke off';
  const { kind } = mailFailure(error);
  if (kind === 'auth' || (code === 'EAUTH' && kind !== 'unreachable')) {
    const message = 'the mail server no longer accepts the sign-in: connect the mailbox again';
    return { ending: { status: 'not_done', code: 'CHANNEL_ERROR', sub_code: 'AUTH_FAILED', message }, outcome: why };
  }
  const message = `the mail could not be handed to its server, nothing was sent: ${why}`;
  return { ending: { status: 'not_done', code: 'RATE_LIMITED', message, retry_after_s: RETRY_AFTER }, outcome: why };
}
