import { nearest } from '../../../shared/kit/nearest.ts';
import { ownWordsFor } from './foreign-words.ts';

/** The only candidate that is near to `word`, or that another tool calls by it; null where several are near. */
export function onlyNearMiss(word: string, candidates: Iterable<string>): string | null {
  const all = [...new Set(candidates)];
  const own = ownWordsFor(word, all);
  const meant = own.length > 0 || word.length < 3 ? own : nearest(word, all);
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

/**
 * Guesses which candidate `word` was meant to be: first the one that another tool calls so, then one that is spelled like it.
 * Null: no idea.
 */
export function meantWord(word: string, candidates: Iterable<string>): string | null {
  const all = [...candidates];
  return ownWordsFor(word, all)[0] ?? nearest(word, all)[0] ?? null;
}

/** `did you mean "visit"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = meantWord(word, candidates);
  return near === null ? '' : `did you mean "${near}"?`;
}
