/** Words that the code once had for things that the field names otherwise, with the field's word. */
const FIELDS_WORD: readonly (readonly [private_word: RegExp, word: string])[] = [
  [/\b(?:barred|unconcerned)\b/, 'suppressed, irrelevant'],
  // The id of an event that recorded histories hold is `twin/…`.
  [/\btwins?\b(?!\/\$)/, 'duplicate'],
  [/\bgather(?:s|ed|ing)?\b/, 'batch, buffer'],
  [/\b(?:rungs?|ladder)\b/, 'probe'],
  [/\bpurse\b/, 'budget'],
  // A mailbox may be called so: `booking|…` in a list of names.
  [/\bbookings?\b(?!\|)/, 'slot'],
  [/\b(?:account book|room memory)\b/, 'account calendar, full-day cache'],
  [/\b(?:outcome teller|check place)\b/, 'outcome finder, destination'],
  [/\bsettlements?\b/, 'status snapshot, result, outcome'],
  [/\bwithin tables?\b/, 'database-only step'],
  [/\bnobody can be heard\b/, 'LISTEN connection lost'],
];

/** The lines with a private word, whether it is a word of a sentence or part of a name (`bookNextBooking`, `GATHER_MS`). */
export function findPrivateWords(
  text: string,
): { readonly line: number; readonly found: string; readonly word: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const words = line
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase();
    return FIELDS_WORD.flatMap(([mark, word]) => {
      const found = mark.exec(words);
      return found === null ? [] : [{ line: index + 1, found: found[0], word }];
    });
  });
}
