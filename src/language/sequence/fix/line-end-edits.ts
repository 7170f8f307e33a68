import type { Edit } from '../diagnostics/edit.ts';

/** Line feeds for carriage returns that stand alone, which YAML calls a line end and its readers do not. */
export function lineEndEdits(text: string): readonly Edit[] {
  return [...text.matchAll(/\r(?!\n)/g)].map(({ index }) => ({ offset: index, end: index + 1, text: '\n' }));
}
