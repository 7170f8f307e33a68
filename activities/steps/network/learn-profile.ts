import { emailIdentity, type Identity, profileIdentity } from '../../../src/shared/identity/identity.ts';
import { numberAt, textAt, valueAt } from '../read-data.ts';

/** Lists every name of the person that an answer carries: events come with others than the lead was enrolled with. */
export function learnProfile(data: unknown): Identity[] {
  return ['profile_url', 'profile_id_url', 'member_urn', 'public_identifier']
    .map((field) => textAt(data, field))
    .flatMap((text) => (text === null ? [] : [profileIdentity(text)]))
    .filter((identity) => identity !== null);
}

export function learnEmail(email: string): Identity[] {
  const identity = emailIdentity(email);
  return identity === null ? [] : [identity];
}

/** Learns whether the person has the network's premium, where the answer says so. */
export function learnPremium(data: unknown): { premium?: boolean } {
  const premium = valueAt(data, 'premium');
  return typeof premium === 'boolean' ? { premium } : {};
}

/** Learns the degree that an answer names, and whether that is a connection. */
export function learnDegree(data: unknown): { degree?: number; connected?: boolean } {
  const degree = numberAt(data, 'degree') ?? numberAt(data, 'member_distance');
  return degree === null ? {} : { degree, connected: degree === 1 };
}
