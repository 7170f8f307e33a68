import { eachMailbox, mailboxKey, personKey } from '../../../../../shared/identity/mailbox-key.ts';
import { newId } from '../../../../../shared/kit/ids.ts';
import type { ActivityEvent } from '../../../events/event-sink.ts';
import type { Call, Outcome } from '../../call.ts';
import type { OutgoingEmail, SentEmail } from '../../email-channel.ts';
import { lockMailboxes } from '../../lock-mailboxes.ts';
import { done } from '../../refusals.ts';
import { observe } from '../effects/observe.ts';
import { planReactions } from '../effects/plan-reactions.ts';
import { recordReceived } from '../effects/record-received.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { composeMail } from './compose-mail.ts';
import { deliverMail } from './deliver-mail.ts';
import { findReaders, type Readers } from './find-readers.ts';
import { insertMail, mailEventFields, type NewMail } from './mail-row.ts';
import { mailboxHealth } from './mailbox-health.ts';
import { threadOf } from './thread-of.ts';

/** Names set aside by RFC 2606 for examples: nobody real can have an address there. */
const RESERVED = /[.@]example(\.(com|net|org))?$/;

/**
 * Delivers to the mailboxes of those who have the addresses. Nothing leaves the sandbox, so an address that belongs to nobody is
 * only accepted where it could not be a real person's.
 */
export async function sendMail(deps: SandboxDeps, call: Call, email: OutgoingEmail): Promise<Outcome<SentEmail>> {
  const { tx, account, now } = call;
  await ensureWorld(tx, account.user_id, now);
  await lockMailboxes(tx, [account.account_id]);
  const addresses = eachMailbox([email.to, ...email.cc, ...email.bcc]);
  const readersOf = await findReaders(call, addresses);
  const unreachable = addresses.find((address) => isEmpty(readersOf(address)) && !RESERVED.test(address));
  if (unreachable !== undefined) return outside(unreachable);

  const mail = await composeMail(call, email, { address: email.to, name: nameOf(readersOf(email.to)) });
  const toSelf = readersOf(mail.from_email).mailboxes.some((box) => box.account_id === account.account_id);
  await insertMail(tx, { ...mail, unread: toSelf }, email.files);
  const events: ActivityEvent[] = [eventOf(mail, 'outgoing')];
  if (toSelf) events.push(eventOf(mail, 'incoming'));

  for (const address of addresses) {
    const readers = readersOf(address);
    await reachPeople(deps, call, { mail, email, address, readers });
    for (const mailbox of readers.mailboxes) {
      if (mailbox.account_id === account.account_id) continue;
      const thread_id = await threadOf(tx, { ...mail, account_id: mailbox.account_id, at: now });
      const copy = { ...mail, mail_id: newId('mail', now), account_id: mailbox.account_id, thread_id };
      events.push(eventOf(await deliverMail(tx, { ...copy, recipients: visible(email) }, email.files), 'incoming'));
    }
  }
  // The event sink asks for this order of whoever tells several accounts at once.
  for (const event of events.toSorted((one, other) => (one.account_id < other.account_id ? -1 : 1))) {
    await observe(deps, tx, event);
  }
  return done({ message_id: mail.message_id, thread_id: mail.thread_id, ...(await mailboxHealth(call)) });
}

/** The ground truth of an address, and what its people make of the mail. */
async function reachPeople(
  deps: SandboxDeps,
  { tx, account, now }: Call,
  sent: {
    readonly mail: NewMail;
    readonly email: OutgoingEmail;
    readonly address: string;
    readonly readers: Readers;
  },
): Promise<void> {
  const { mail, email, address } = sent;
  const { people } = sent.readers;
  for (const person of people.length > 0 ? people : [null]) {
    // A mailbox that sends everything back was never reached.
    if (person?.behavior.bounces !== undefined) continue;
    await recordReceived(tx, {
      user_id: account.user_id,
      account_id: account.account_id,
      person_id: person?.person_id ?? null,
      kind: 'email',
      at: now,
      address: mailboxKey(address),
      text: mail.text,
      subject: mail.subject,
      html: mail.html,
      headers: mail.headers,
      files: email.files,
    });
  }
  const reader = people[0];
  if (!reader) return;
  await planReactions(deps, tx, reader, { kind: 'email', id: mail.mail_id, account_id: account.account_id, at: now });
}

const isEmpty = ({ people, mailboxes }: Readers): boolean => people.length + mailboxes.length === 0;

function nameOf({ people, mailboxes }: Readers): string {
  const [person] = people;
  return person ? fullName(person) : (mailboxes[0]?.name ?? '');
}

/** The recipients that every receiver sees; blind copies are not among them. */
const visible = ({ to, cc }: OutgoingEmail): string[] => [to, ...cc].map(personKey);

const eventOf = (mail: NewMail, direction: 'incoming' | 'outgoing'): ActivityEvent => ({
  account_id: mail.account_id,
  type: 'message',
  direction,
  at: mail.at.getTime(),
  fields: mailEventFields(mail),
});

const outside = (address: string): Outcome<never> => ({
  ok: false,
  refusal: {
    kind: 'refused',
    message: `the sandbox delivers only to its own people and mailboxes and to addresses under .example, not to ${address}`,
  },
});
