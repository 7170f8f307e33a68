import type { Call, Outcome } from '../../call.ts';
import type { SentMessage } from '../../professional-channel.ts';
import { leadUrn } from '../addresses.ts';
import { appendMessage } from '../effects/append-message.ts';
import { planReactions } from '../effects/plan-reactions.ts';
import { recordReceived } from '../effects/record-received.ts';
import { findPerson, isOwnProfile } from '../people/find-person.ts';
import { fullName, type SeenPersonRow } from '../people/person-row.ts';
import { done, invalid, refused } from '../refusals.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { hasPremiumSeat, lockSeat } from './seat.ts';

export async function sendMessage(
  deps: SandboxDeps,
  call: Call,
  profile: string,
  text: string,
): Promise<Outcome<SentMessage>> {
  if (isOwnProfile(call, profile)) return invalid('an account cannot write to itself');
  const found = await findPerson(call, profile);
  if (!found.ok) return found;
  const person = found.value;
  if (!person.connected_at) {
    return refused('NOT_CONNECTED', `${fullName(person)} is no connection of this account`);
  }
  return done(await deliver(deps, call, person, { kind: 'message', subject: null, text }));
}

/** All refusals come before the InMail credit is spent (spec: messages / send, rule 4). */
export async function sendInMail(
  deps: SandboxDeps,
  call: Call,
  to: { readonly profile_url: string } | { readonly recipient_urn: string },
  message: { readonly subject: string | null; readonly text: string },
): Promise<Outcome<SentMessage & { readonly recipient_urn: string }>> {
  const reference = 'profile_url' in to ? to.profile_url : to.recipient_urn;
  if (isOwnProfile(call, reference)) return invalid('an account cannot write to itself');
  if (!hasPremiumSeat(call.account)) return refused('NO_PREMIUM_SEAT', 'the account has no premium seat');
  const seat = await lockSeat(call.tx, call.account);
  const found = await findPerson(call, reference);
  if (!found.ok) return found;
  const person = found.value;
  if (person.inmail_restriction === 'RESTRICTED') {
    return refused('INMAIL_RESTRICTED', `${fullName(person)} cannot be sent an InMail`);
  }
  if (seat.inmail_credits === 0) return refused('NO_INMAIL_CREDITS', 'the premium seat has no InMail credits left');
  await call.tx.query('update sandbox_seats set inmail_credits = inmail_credits - 1 where account_id = $1', [
    call.account.account_id,
  ]);
  const sent = await deliver(deps, call, person, { kind: 'inmail', ...message });
  return done({ ...sent, recipient_urn: leadUrn(person.lead_id) });
}

async function deliver(
  deps: SandboxDeps,
  { tx, account, now }: Call,
  person: SeenPersonRow,
  message: { readonly kind: 'message' | 'inmail'; readonly subject: string | null; readonly text: string },
): Promise<SentMessage> {
  const { kind, subject, text } = message;
  const ids = await appendMessage(deps, tx, account, person, {
    inbox: kind === 'inmail' ? 'premium_navigator' : 'classic',
    message_type: kind === 'inmail' ? 'INMAIL' : 'TEXT',
    subject,
    text,
    outgoing: true,
    at: now,
  });
  await recordReceived(tx, {
    user_id: account.user_id,
    account_id: account.account_id,
    person_id: person.person_id,
    kind,
    at: now,
    text,
    subject,
  });
  await planReactions(deps, tx, person, { kind, id: ids.message_id, account_id: account.account_id, at: now });
  return { ...ids, delivered_at: now };
}
