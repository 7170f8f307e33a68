/** SQL: whether the person in `lead` has the tag, in the words of the index of those who have any. */
export const hasTag = (lead: string, place: string): string =>
  `(${lead}.tags <> '{}' and ${lead}.tags @> array[${place}::text])`;
