import { emailIdentity, type Identity, identityKey } from '../../shared/identity/identity.ts';
import { domainOf } from '../../shared/identity/mailbox-key.ts';
import { isSharedAddress } from '../../shared/identity/shared-address.ts';
import type { NamedLead } from '../store/erasure/read-person.ts';

/** Everything that names a person, as it may stand in a text. */
export interface PersonNames {
  /** `kind:value`: what do-not-contact and events go by. */
  readonly keys: readonly string[];
  /** Addresses, numbers, profiles and ids at networks: one word each. An id of ours leads to nobody once the lead is gone. */
  readonly words: readonly string[];
  /** Whole names, of several words each. */
  readonly full_names: readonly string[];
}

/** Names that others have too, and that therefore tell nobody. */
export interface SharedNames {
  /** Somebody else has the same first and last name. */
  readonly full_name: boolean;
  /** Addresses and numbers that another lead has too. */
  readonly words: ReadonlySet<string>;
}

export function namesOf(
  leads: readonly NamedLead[],
  identities: readonly Identity[],
  shared: SharedNames,
): PersonNames {
  const own = identities.filter(({ kind, value }) => kind !== 'email' || !isSharedAddress(value));
  const words = [
    ...leads.flatMap(({ profile_url, email, phone_number }) => [profile_url, email, phone_number]),
    ...own.flatMap(wordsOf),
  ];
  // Also as versions before this one wrote them down.
  const written = leads.flatMap(({ email }) => (email === null ? [] : (emailIdentity(email) ?? [])));
  const former = written.flatMap(({ value, former = [] }) => [value, ...former]).map((value) => `email:${value}`);
  const full = leads.flatMap(({ first_name, last_name }) => fullNames(first_name, last_name));
  return {
    keys: [...new Set([...identities.map(identityKey), ...former])],
    words: [...new Set(words.flatMap((word) => tellingWord(word, shared)))],
    full_names: shared.full_name ? [] : [...new Set(full)],
  };
}

function wordsOf({ kind, value }: Identity): string[] {
  // `<account>/<conversation>`: the account is ours.
  if (kind === 'conversation') return [value.slice(value.indexOf('/') + 1)];
  // A name such as "apple" in a profile's address is also a word of the language.
  if (kind === 'slug') return /[-\d_]/.test(value) ? [value] : [];
  return [value];
}

function tellingWord(word: string | null, shared: SharedNames): string[] {
  const text = word?.trim() ?? '';
  if (text.length < 5 || shared.words.has(text)) return [];
  return domainOf(text) !== '' && isSharedAddress(text) ? [] : [text];
}

/** "Ada Lovelace" and "Lovelace, Ada". One word alone is no name that tells somebody. */
function fullNames(first: string | null, last: string | null): string[] {
  const [one, other] = [first?.trim() ?? '', last?.trim() ?? ''];
  return one === '' || other === '' ? [] : [`${one} ${other}`, `${other} ${one}`];
}
