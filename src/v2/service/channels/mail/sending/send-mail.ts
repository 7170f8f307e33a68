import { domainOf, eachMailbox, mailboxKey } from '../../../../../shared/identity/mailbox-key.ts';
import { newId } from '../../../../../shared/kit/ids.ts';
import { ServiceError } from '../../../answers/service-error.ts';
import type { EndedAnswer } from '../../../open-calls/end-call.ts';
import { type OpenCall, unknownAnswer } from '../../../open-calls/open-call.ts';
import { bracketed } from '../../bracketed.ts';
import type { Begun, Call, Outcome } from '../../call.ts';
import type { OutgoingEmail, SentEmail } from '../../email-channel.ts';
import { lockMailboxes } from '../../lock-mailboxes.ts';
import type { Mailbox } from '../connections/mailbox.ts';
import { composeMail } from './compose-mail.ts';
import { deliver } from './deliver.ts';
import { type End, endSend } from './end-send.ts';
import { endingOf } from './ending-of.ts';
import { answerSubject, findAnsweredMail, findOwnMail, referencesTo } from './find-thread.ts';
import { readHealth } from './mailbox-health.ts';
import { lookForMail } from './resolve-sends.ts';
import { type NewSend, noteSend } from './send-journal.ts';
import type { SendingDeps } from './sending-deps.ts';
import { filesItself } from './sent-folder.ts';

/** Noted, to be sent once its call is committed. */
export type Sending = Begun<Outcome<SentEmail>>;

/**
 * Notes the mail in the call's transaction, under the lock of its mailbox, so that what is counted of a day is exact. What it
 * answers holds once the mail is out: our own Message-ID, and the day's count with this mail.
 */
export async function sendMail(
  deps: SendingDeps,
  mailbox: Mailbox,
  { tx, account, now }: Call,
  email: OutgoingEmail,
): Promise<Sending> {
  await lockMailboxes(tx, [account.account_id]);
  const health = await readHealth(tx, { account_id: account.account_id, now });
  const answeredId = email.thread_ref === null ? null : bracketed(email.thread_ref);
  const send: NewSend = {
    send_id: newId('send', now),
    account_id: account.account_id,
    message_id: `<${newId('m', now)}@${domainOf(mailbox.email)}>`,
    in_reply_to: answeredId,
    subject: email.subject ?? '',
    recipients: eachMailbox([email.to, ...email.cc, ...email.bcc]).map(mailboxKey),
    text: email.text,
    process_id: deps.sender.process_id,
    at: new Date(now),
  };
  let call: OpenCall | null = null;
  return {
    ok: true,
    value: {
      message_id: send.message_id,
      thread_id: answeredId ?? send.message_id,
      sends_today: health.sends_today + 1,
      bounce_rate: health.bounce_rate,
    },
    underway: {
      effect_id: send.send_id,
      async keep(tx, opened) {
        call = opened;
        deps.sender.begin(send.send_id);
        await noteSend(tx, { ...send, call: opened });
      },
      async execute() {
        try {
          if (!call) throw new Error('a send was not kept before it was executed');
          deps.sender.execute(send.send_id);
          return await execute(deps, mailbox, { send, email, call });
        } finally {
          deps.sender.end(send.send_id);
        }
      },
    },
  };
}

interface Kept {
  readonly send: NewSend;
  readonly email: OutgoingEmail;
  readonly call: OpenCall;
}

async function execute(deps: SendingDeps, mailbox: Mailbox, { send, email, call }: Kept): Promise<EndedAnswer> {
  const end = await converse(deps, mailbox, send, email);
  // The provider may have filed it already.
  const known = end ?? (await lookForMail(deps, send));
  if (!known) {
    const message = 'the answer of the mail server was lost: nobody knows yet whether the mail was sent';
    return unknownAnswer(call, message, deps.clock.now());
  }
  const answer = await endSend(deps, send.send_id, known);
  if (answer) return answer;
  throw new ServiceError('RATE_LIMITED', 'the call was ended elsewhere meanwhile: ask again', {
    headers: { 'retry-after': '1' },
  });
}

/** Null: nobody knows. */
async function converse(deps: SendingDeps, mailbox: Mailbox, send: NewSend, email: OutgoingEmail): Promise<End | null> {
  let handed = false;
  try {
    const { in_reply_to, message_id } = send;
    const answered =
      in_reply_to === null
        ? null
        : ((await findOwnMail(deps.db, send.account_id, in_reply_to)) ??
          (await findAnsweredMail(deps.connections, mailbox, in_reply_to)));
    const reference_ids = referencesTo(in_reply_to, answered);
    const subject = email.subject ?? (answered ? answerSubject(answered.subject) : '');
    const from = { name: mailbox.name, address: mailbox.email };
    const mail = await composeMail({ from, email, subject, message_id, in_reply_to, reference_ids, date: Date.now() });
    const delivery = await deliver(deps.connections.smtp(mailbox), mail, () => {
      handed = true;
      const { send_id, process_id } = send;
      const copy = filesItself(mailbox) ? null : mail.raw;
      return deps.handOver({ send_id, process_id, copy, subject, reference_ids });
    });
    return endingOf(delivery);
  } catch (error) {
    // What breaks before the hand-over was not sent; what breaks later is looked up, like a lost answer.
    deps.log.error({ err: error, send_id: send.send_id }, 'a mail could not be sent');
    return handed ? null : endingOf({ status: 'not_sent', error });
  }
}
