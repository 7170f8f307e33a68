/**
 * SQL: the salted hash under which the do-not-contact list knows a name (`kind:value`) of somebody who was erased. The salt is in the same
 * database, so that one statement finds plain and hashed entries; whoever has all of it can try guesses, and can list nothing.
 */
export const erasedHash = (name: string): string =>
  `encode(sha256((select salt from erasure_salt) || convert_to(${name}, 'UTF8')), 'hex')`;

/** SQL: whether one of these names (text[] of `kind:value`) is of somebody who was erased. */
export const namesErased = (names: string): string =>
  `exists (select from unnest(${names}) as erased_name join suppressions d on d.kind = 'erased' and d.value = ${erasedHash('erased_name')})`;

/** SQL: in place of a name that is a row's key, such as that of a row of an import at its source; the same name is recognized by it when it is read again. */
export const keyOfErased = (key: string): string =>
  `case when ${key} is null or starts_with(${key}, 'erased:') then ${key} else 'erased:' || ${erasedHash(key)} end`;
