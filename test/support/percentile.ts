/** The least of the values that is at least as large as this part of them (nearest rank): 0.95 of 20 is the 19th. NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}
