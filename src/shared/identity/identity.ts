import { type EmailAddress, readEmail } from './email-address.ts';
import { formerEmails, formerPhones } from './former-values.ts';
import { type PhoneNumber, type ReadingOfPhones, readPhone } from './phone-number.ts';
import { type Profile, readProfile } from './profile.ts';

/** A name a person is known by: equal people have equal values. */
export interface Identity {
  readonly kind: 'slug' | 'profile_id' | 'urn' | 'email' | 'phone' | 'conversation';
  readonly value: string;
  /** As it was written, where that is not the value: where mail goes. */
  readonly written?: string;
  /** Values that it had before they had this form. */
  readonly former?: readonly string[];
}

/** The person at an email address; null where the text is none. */
export function emailIdentity(text: string): Identity | null {
  const read = readEmail(text);
  return read.ok ? identityOfEmail(read.value) : null;
}

export function identityOfEmail(email: EmailAddress): Identity {
  const { key, as_written } = email;
  const written = key === as_written ? {} : { written: as_written };
  return { kind: 'email', value: key, ...written, ...ifAny(formerEmails(email)) };
}

export function phoneIdentity(text: string, reading?: ReadingOfPhones): Identity | null {
  const read = readPhone(text, reading);
  return read.ok ? identityOfPhone(read.value) : null;
}

export const identityOfPhone = ({ number, given }: PhoneNumber): Identity => ({
  kind: 'phone',
  value: number,
  ...ifAny(formerPhones(given, number)),
});

/**
 * A number whose country nobody tells, as events bring it: its digits name nobody for certain, and tell a person only where one alone of those whom an
 * account writes to fits.
 */
export function localPhone(text: string): Identity | null {
  const [value] = formerPhones(text, '');
  return value === undefined || value.startsWith('+') ? null : { kind: 'phone', value };
}

export function profileIdentity(text: string): Identity | null {
  const read = readProfile(text);
  return read.ok ? identityOfProfile(read.value) : null;
}

export const identityOfProfile = ({ kind, value }: Profile): Identity => ({ kind, value });

/** The form to write to, or to show: names are compared by their value. */
export const writtenOf = ({ value, written = value }: Identity): string => written;

const ifAny = (former: readonly string[]) => (former.length > 0 ? { former } : {});

/**
 * The one who is on the other side of a conversation of ours. An answer carries the author's member id alone, and somebody who
 * was never visited is known by a slug: then the conversation is all that tells whose answer it is.
 */
export const conversationIdentity = (accountId: string, conversationId: string): Identity => ({
  kind: 'conversation',
  value: `${accountId}/${conversationId}`,
});

/** As text: what locks, and events that wait for a name, go by. */
export const identityKey = (identity: Pick<Identity, 'kind' | 'value'>): string => `${identity.kind}:${identity.value}`;

/** The same, and those of the values that it had before: events from before then, and hashes of names of the erased, go by these. */
export const identityKeys = ({ kind, value, former = [] }: Identity): string[] =>
  [value, ...former].map((one) => identityKey({ kind, value: one }));
