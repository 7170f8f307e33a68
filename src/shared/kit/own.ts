/**
 * Reads a record under a name that somebody chose, without what every object inherits: `constructor` is a name that a step, an
 * arm, an outcome or a variable may have.
 */
export const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
