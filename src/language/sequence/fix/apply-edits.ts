import type { Edit } from '../diagnostics/edit.ts';

/**
 * The text with these groups of edits made, and which groups those are. A group that overlaps an earlier one is left out as a
 * whole; all that no edit names stays as it is.
 */
export function applyEdits(
  text: string,
  groups: readonly (readonly Edit[])[],
): { readonly text: string; readonly applied: ReadonlySet<number> } {
  const taken: Edit[] = [];
  const applied = new Set<number>();
  for (const [i, group] of groups.entries()) {
    if (group.length === 0 || !group.every((edit) => fits(text, edit) && taken.every((one) => isApart(one, edit))))
      continue;
    taken.push(...group);
    applied.add(i);
  }
  // From the end, so that the offsets of the others stay true.
  const changed = taken
    .sort((a, b) => b.offset - a.offset || b.end - a.end)
    .reduce((result, edit) => result.slice(0, edit.offset) + edit.text + result.slice(edit.end), text);
  return { text: changed, applied };
}

const fits = (text: string, { offset, end }: Edit): boolean => offset >= 0 && offset <= end && end <= text.length;

const isApart = (a: Edit, b: Edit): boolean => a.end < b.offset || b.end < a.offset;
