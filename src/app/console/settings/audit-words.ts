type Said = Readonly<Record<string, unknown>> | null;

/**
 * Says what is different by a line of the audit log: `weight: 1 → 3`; of what is new, what it is. Empty where the line says
 * nothing.
 */
export function changesInWords(before: Said, after: Said): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => {
      const was = before?.[name];
      const is = inWords(after?.[name]);
      return `${name}: ${was === undefined ? is : `${inWords(was)} → ${is}`}`;
    })
    .join(', ');
}

function inWords(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
