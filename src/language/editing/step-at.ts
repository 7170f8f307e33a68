import type { Place } from '../sequence/diagnostics/edit.ts';

export type StepPlaces = Readonly<Record<string, Place>>;

/** The step in which a cursor stands: the last one above it whose column reaches as far; null: it stands in no step. */
export function stepAt(text: string, offset: number, places: StepPlaces): string | null {
  const columnOf = (at: number): number => at - (text.lastIndexOf('\n', at - 1) + 1);
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [indent = ''] = /^[ -]*/.exec(text.slice(start)) ?? [];
  const lineEnd = text.indexOf('\n', offset) < 0 ? text.length : text.indexOf('\n', offset);
  const isBlank = text.slice(start, lineEnd).trim() === '';
  let found: { readonly id: string; readonly at: number } | null = null;
  for (const [id, { offset: at }] of Object.entries(places)) {
    if (at > lineEnd || (!isBlank && at < start && columnOf(at) > indent.length)) continue;
    // Two nodes of one step stand at one place: the step itself is the one without `/if`.
    if (found === null || at > found.at || (at === found.at && id.length < found.id.length)) found = { id, at };
  }
  return found?.id ?? null;
}
