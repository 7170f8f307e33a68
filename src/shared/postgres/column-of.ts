/**
 * The values of a column as a parameter of a statement that takes an array for each column: null where all of them are null. `unnest` fills up what is shorter than the others, so one
 * column has to say how many rows there are.
 */
export const columnOf = <Value>(values: readonly (Value | null)[]): readonly (Value | null)[] | null =>
  values.every((value) => value === null) ? null : values;
