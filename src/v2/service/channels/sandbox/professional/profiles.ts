import type { Call, Outcome } from '../../call.ts';
import type { SeenProfile } from '../../professional-channel.ts';
import type { ContactDetails } from '../../profiles-channel.ts';
import { done, invalid } from '../../refusals.ts';
import { recordReceived } from '../effects/record-received.ts';
import { findPerson, isOwnProfile } from '../people/find-person.ts';
import { ownProfile } from '../people/own-profile.ts';
import { seenProfile } from '../people/person-row.ts';

export async function getProfile(call: Call, profile: string): Promise<Outcome<SeenProfile>> {
  if (isOwnProfile(call, profile)) return done(ownProfile(call.account));
  const found = await findPerson(call, profile);
  return found.ok ? done(seenProfile(found.value)) : found;
}

export const getMe = async (call: Call): Promise<Outcome<SeenProfile>> => done(ownProfile(call.account));

const given = (value: string | null): string[] => (value === null ? [] : [value]);

export async function getContact(call: Call, profile: string): Promise<Outcome<ContactDetails>> {
  const { email, phone_number } = call.account;
  if (isOwnProfile(call, profile)) return done({ emails: given(email), phones: given(phone_number), websites: [] });
  const found = await findPerson(call, profile);
  if (!found.ok) return found;
  const person = found.value;
  if (!person.connected_at) return done({ emails: [], phones: [], websites: [] });
  return done({ emails: given(person.email), phones: given(person.phone_number), websites: person.websites });
}

export async function visit(call: Call, profile: string): Promise<Outcome<SeenProfile>> {
  if (isOwnProfile(call, profile)) return invalid('an account cannot visit its own profile');
  const found = await findPerson(call, profile);
  if (!found.ok) return found;
  await recordReceived(call.tx, {
    user_id: call.account.user_id,
    account_id: call.account.account_id,
    person_id: found.value.person_id,
    kind: 'visit',
    at: call.now,
  });
  return done(seenProfile(found.value));
}
