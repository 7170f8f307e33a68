const NONE = 'none';

/** A condition that a column has a value, or with `none`: that it has none. */
export const orNone = (column: string) => (place: string, value: unknown) =>
  value === NONE ? `${column} is null and ${place}::text is not null` : `${column} = ${place}`;

/** The condition that a conversation `c` has a label. */
export const hasLabel = orNone('c.label');

/** The label of a conversation `c` as it is filtered by, in the words of the index of people by their labels. */
export const LABEL_OF = `coalesce(c.label, '${NONE}')`;
