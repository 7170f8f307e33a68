type Values = Readonly<Record<string, unknown>>;

export interface ScopeParts {
  readonly lead: Values;
  /** The sequence's defaults with the lead's own variables over them. */
  readonly vars: Values;
  readonly job?: Values | null;
  readonly sender?: Values | null;
}

/**
 * Builds what a text can read: the lead's fields and the variables by their plain names (a lead's field wins over a variable of
 * the same name), and all of them again under `lead`, `vars`, `job` and `sender`. Fields of only white space are absent.
 */
export function templateScope({ lead, vars, job, sender }: ScopeParts): Record<string, unknown> {
  const filled = Object.fromEntries(Object.entries(lead).filter(([, value]) => !isBlank(value)));
  return { ...vars, ...filled, lead: filled, vars, job: job ?? {}, sender: sender ?? {} };
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
