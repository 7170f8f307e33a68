import { type Identity, identityKey } from '../../../shared/identity/identity.ts';

/**
 * Whoever shares a name is one person, in whatever order they come: a third row with an address and a profile proves that the two rows before it, one
 * with the address and one with the profile, are one. Of each the names of all who are the same.
 */
export function groupPeople(people: readonly (readonly Identity[])[]): readonly (readonly Identity[])[] {
  const groups = new Map<string, Map<string, Identity>>();
  for (const names of people) {
    const joined = new Map<string, Identity>();
    for (const name of names) {
      for (const [key, one] of groups.get(identityKey(name)) ?? [[identityKey(name), name]]) joined.set(key, one);
    }
    for (const key of joined.keys()) groups.set(key, joined);
  }
  return people.map(([first]) => (first === undefined ? [] : [...(groups.get(identityKey(first))?.values() ?? [])]));
}
