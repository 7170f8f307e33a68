import type { Heard } from '../wish/read-wish.ts';
import { cuesOf } from './cues.ts';
import { LinearModel, type Scored } from './linear-model.ts';
import { type TextFeatures, textFeatures } from './text-features.ts';
import { WEIGHTS } from './weights.ts';

const WISH = new LinearModel(WEIGHTS.wish);
const MACHINE = new LinearModel(WEIGHTS.machine);

export interface Learned {
  /** The author wants no more mail, rather than anything else that people or machines write. */
  readonly wish: Scored;
  /** A machine wrote it, rather than a person. */
  readonly machine: Scored;
}

/** A text as the models take it. */
export const readingOf = (
  text: string,
  wish: Heard['wish'],
): { features: TextFeatures; cues: ReadonlySet<string> } => ({
  features: textFeatures(text),
  cues: cuesOf(text, wish),
});

const NOTHING: Scored = { score: Number.NEGATIVE_INFINITY, words: [] };

/**
 * Asks models that were trained with labeled texts what the author's own words sound like. By themselves they are never sure:
 * they are asked where rules know no words, and a wish that rules have heard is sure only where it sounds like one, too.
 * `heard`: by the rules, in the same words.
 */
export function readLearned(own: string, heard: Heard): Learned {
  const { features, cues } = readingOf(own, heard.wish);
  return { wish: heard.is_spared ? NOTHING : WISH.score(features, cues), machine: MACHINE.score(features, cues) };
}
