import type { Diagnostic } from '../../../../language/sequence/diagnostics/diagnostic.ts';

/** Problems with the offset at which each begins. */
export function offsetsOf(text: string, diagnostics: readonly Diagnostic[]): (readonly [number, Diagnostic])[] {
  if (diagnostics.length === 0) return [];
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return diagnostics.map((one) => [(starts[one.line - 1] ?? text.length) + one.column - 1, one] as const);
}
