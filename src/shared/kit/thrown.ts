/** Whatever was thrown, as an error: JavaScript lets everything be thrown. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The message of what was thrown; its name where it has none. */
export function messageOf(thrown: unknown): string {
  const { message, name } = asError(thrown);
  return message || name;
}
