/** The columns that stand before each row in a file of bad rows, and say what became of it and why. */
export const VERDICT = ['row', 'status', 'code', 'message'] as const;

/** Whether these are the columns of such a file. */
export const hasVerdict = (headers: readonly string[]): boolean =>
  VERDICT.every((name, place) => headers[place]?.trim() === name);
