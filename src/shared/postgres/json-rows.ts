/**
 * Rows for `jsonb_to_recordset`. Half of a surrogate pair, as a text cut in its middle ends with, is no JSON to Postgres: as a text of its own
 * it would be written as U+FFFD, and so it is here.
 */
export const jsonRows = (rows: readonly object[]): string => wellFormedJson(rows);

/** Writes one of them. */
export const jsonRow = (row: object): string => wellFormedJson(row);

function wellFormedJson(value: object): string {
  const text = JSON.stringify(value);
  // Halves alone are written as escapes, and nothing else is by these letters. A function that is asked for each value makes it half as slow again.
  return text.includes('\\ud') ? JSON.stringify(value, wellFormed) : text;
}

const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;

/**
 * The rows of a parameter that `jsonRows` wrote, with these columns (`id text, at timestamptz`), as a subquery: `from ${rowsOf('id text')} as r`. Postgres takes
 * what `jsonb_to_recordset` gives for a hundred rows, and so reads a whole table for one of them; by the limit, which leaves out nothing, it knows how many they are.
 */
export const rowsOf = (columns: string, parameter = '$1'): string =>
  `(select * from jsonb_to_recordset(${parameter}) as given (${columns}) limit jsonb_array_length(${parameter}))`;

/** A row as Postgres writes it in JSON: its times are texts. */
export type InJson<Row> = {
  readonly [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column];
};
