import { compileSequence } from '../compile-sequence.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { applyEdits } from './apply-edits.ts';

interface Fixed {
  readonly text: string;
  /** The diagnostics that were fixed, in that order; places are those of the text before that pass. */
  readonly fixed: readonly Diagnostic[];
}

/** Fixes of one place can bring up others, but no sequence needs more rounds than this. */
const MOST_PASSES = 10;

/** Makes every certain fix. What no fix names stays byte for byte. */
export function fixSequence(text: string): Fixed {
  const fixed: Diagnostic[] = [];
  let now = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const fixable = compileSequence(now).diagnostics.filter(({ edits }) => edits !== undefined);
    const { text: next, applied } = applyEdits(
      now,
      fixable.map(({ edits = [] }) => edits),
    );
    if (next === now) break;
    fixed.push(...fixable.filter((_, i) => applied.has(i)));
    now = next;
  }
  return { text: now, fixed };
}
