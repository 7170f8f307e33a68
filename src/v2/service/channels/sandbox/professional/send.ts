import { VOICE_NOTE_SECONDS } from '../../../../contract/limits.ts';
import type { ResolvedFile } from '../../../media/resolved-file.ts';
import type { Call, Outcome } from '../../call.ts';
import type { ProfessionalMessaging, SentMessage } from '../../professional-messaging.ts';
import { done, invalid, refused } from '../../refusals.ts';
import { leadUrn } from '../addresses.ts';
import { appendMessage } from '../effects/append-message.ts';
import { plainType } from '../effects/message-event.ts';
import { planReactions } from '../effects/plan-reactions.ts';
import { recordReceived } from '../effects/record-received.ts';
import { findPerson, isOwnProfile } from '../people/find-person.ts';
import { fullName, type SeenPersonRow } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { hasPremiumSeat, lockSeat } from './seat.ts';

export async function sendMessage(
  deps: SandboxDeps,
  call: Call,
  profile: string,
  message: Parameters<ProfessionalMessaging['sendMessage']>[2],
): Promise<Outcome<SentMessage>> {
  if (isOwnProfile(call, profile)) return invalid('an account cannot write to itself');
  const found = await findPerson(call, profile);
  if (!found.ok) return found;
  const person = found.value;
  if (!person.connected_at) {
    return refused('NOT_CONNECTED', `${fullName(person)} is not a connection of this account`);
  }
  if (message.files.some(isTooLong)) return TOO_LONG;
  return done(await deliver(deps, call, person, { kind: 'message', subject: null, ...message }));
}

/** All refusals come before the InMail credit is spent (spec: messages / send, rule 4). */
export async function sendInMail(
  deps: SandboxDeps,
  call: Call,
  to: Parameters<ProfessionalMessaging['sendInMail']>[1],
  message: Parameters<ProfessionalMessaging['sendInMail']>[2],
): Promise<Outcome<SentMessage & { readonly recipient_urn: string }>> {
  const reference = 'profile_url' in to ? to.profile_url : to.recipient_urn;
  if (isOwnProfile(call, reference)) return invalid('an account cannot write to itself');
  if (!hasPremiumSeat(call.account)) return refused('NO_PREMIUM_SEAT', 'the account has no premium seat');
  const seat = await lockSeat(call);
  const found = await findPerson(call, reference);
  if (!found.ok) return found;
  const person = found.value;
  if (person.inmail_restriction === 'RESTRICTED') {
    return refused('INMAIL_RESTRICTED', `${fullName(person)} cannot be sent an InMail`);
  }
  if (message.files.some(isTooLong)) return TOO_LONG;
  if (seat.inmail_credits === 0) return refused('NO_INMAIL_CREDITS', 'the premium seat has no InMail credits left');
  await call.tx.query('update sandbox_seats set inmail_credits = inmail_credits - 1 where account_id = $1', [
    call.account.account_id,
  ]);
  const sent = await deliver(deps, call, person, { kind: 'inmail', ...message });
  return done({ ...sent, recipient_urn: leadUrn(person.lead_id) });
}

/** spec: messages / send, rule 3. */
const isTooLong = ({ voice_message, duration_ms }: ResolvedFile): boolean =>
  voice_message === true && duration_ms !== null && duration_ms > VOICE_NOTE_SECONDS * 1000;

const TOO_LONG = refused('VOICE_NOTE_TOO_LONG', `a voice note may last ${VOICE_NOTE_SECONDS} seconds at most`);

async function deliver(
  deps: SandboxDeps,
  { tx, account, now }: Call,
  person: SeenPersonRow,
  message: {
    readonly kind: 'message' | 'inmail';
    readonly subject: string | null;
    readonly text: string;
    readonly files: readonly ResolvedFile[];
  },
): Promise<SentMessage> {
  const { kind, subject, text, files } = message;
  const ids = await appendMessage(deps, tx, account, person, {
    inbox: kind === 'inmail' ? 'premium_navigator' : 'classic',
    message_type: kind === 'inmail' ? 'INMAIL' : plainType(text, files),
    subject,
    text,
    files,
    quoted_message_id: null,
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
    files,
  });
  await planReactions(deps, tx, person, { kind, id: ids.message_id, account_id: account.account_id, at: now });
  return { ...ids, delivered_at: now };
}
