/**
 * Rows for `jsonb_to_recordset`. Half of a surrogate pair, as a text cut in its middle ends with, is no JSON to Postgres: as a text of its own
 * it would be written as U+FFFD, and so it is here.
 */
export const jsonRows = (rows: readonly object[]): string => JSON.stringify(rows, wellFormed);

const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;
