import { MOST_DIAGNOSTICS } from '../diagnostics/diagnostic.ts';
import type { Place } from '../diagnostics/edit.ts';
import { wordEdits } from '../fix/word-edits.ts';
import { STEP_KINDS, stepKindOf } from '../steps/kinds.ts';
import type { StepKind } from '../steps/step-kind.ts';
import { type CheckContext, sentence, shorten } from './check-context.ts';
import { otherwiseFor } from './foreign-words.ts';
import { didYouMean, onlyNearMiss } from './near-miss.ts';

/** Says which steps there are; returns the kind that was certainly meant, if any. */
export function reportUnknownStep(context: CheckContext, word: string, place: Place): StepKind | null {
  // No further one would be shown, and looking for what was meant takes time.
  const known = context.errorCount() > MOST_DIAGNOSTICS ? [] : STEP_KINDS;
  const words = known.map(({ form }) => form.word);
  const near = didYouMean(word, words);
  const fix = otherwiseFor(word) ?? (near ? sentence(near) : `The steps are ${words.join(', ')}.`);
  const edits = wordEdits(context.source, place, word, words);
  context.report('SEQ013', place, `there is no step "${shorten(word)}"`, fix, edits);
  const meant = onlyNearMiss(word, words);
  return meant === null ? null : stepKindOf(meant);
}
