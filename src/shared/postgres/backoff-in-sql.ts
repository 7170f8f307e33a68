/** `backoff` as an expression of SQL, over expressions: for waits of many rows at once, or beside what the same statement counts. */
export const backoffInSql = (failures: string, first: string, longest: string): string =>
  `least(${longest}, ${first} * 2 ^ least(30, greatest(0, (${failures}) - 1)))`;
