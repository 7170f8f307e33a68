import { readDomain } from './domain-name.ts';
import { emailIdentity, type Identity, phoneIdentity, profileIdentity } from './identity.ts';
import { mailboxDomain } from './mail-providers.ts';

/**
 * A name as an earlier version has stored it, in the form that it has now; null where it is none, or has it already. `country`: of the person. A number
 * without a country's code was dialed as an international one.
 */
export function currentForm(
  kind: string,
  value: string,
  country: string | null = null,
): Pick<Identity, 'kind' | 'value'> | null {
  const read = readStored(kind, value, country);
  return read === null || (read.kind === kind && read.value === value) ? null : { kind: read.kind, value: read.value };
}

/** The same of a domain. */
export function currentDomain(value: string): string | null {
  const read = readDomain(value);
  const domain = read.ok ? mailboxDomain(read.value) : value;
  return domain === value ? null : domain;
}

function readStored(kind: string, value: string, country: string | null): Identity | null {
  switch (kind) {
    case 'email':
      return emailIdentity(value);
    case 'phone':
      return phoneIdentity(value, { country }) ?? phoneIdentity(value, { international: true });
    case 'slug':
    case 'profile_id':
    case 'urn':
      return profileIdentity(value);
    default:
      return null;
  }
}
