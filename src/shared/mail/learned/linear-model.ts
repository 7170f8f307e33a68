import { BUCKETS, type TextFeatures } from './text-features.ts';

/** Weights of a linear model as they are kept: one signed byte for each bucket. */
export interface KeptModel {
  readonly bias: number;
  /** The weight of a byte of 1. */
  readonly unit: number;
  /** Base64. */
  readonly buckets: string;
  /** The weights of what the rules find (`cues.ts`). */
  readonly cues: Readonly<Record<string, number>>;
}

export interface Scored {
  /** Logarithm of the odds, as the model knows them; minus infinity where nothing is said. */
  readonly score: number;
  /** Words of the text that weighed most for it, folded, the heaviest first. */
  readonly words: readonly string[];
}

const MOST_WORDS = 3;
/** So much each cue counts beside a text, whose features together count as one. */
export const CUE = 0.3;

export class LinearModel {
  readonly #kept: KeptModel;
  #weights: Int8Array | null = null;

  constructor(kept: KeptModel) {
    this.#kept = kept;
  }

  score({ buckets, begins, words }: TextFeatures, cues: ReadonlySet<string>): Scored {
    if (words.length === 0) return { score: Number.NEGATIVE_INFINITY, words: [] };
    const { bias, unit, cues: weights } = this.#kept;
    const kept = this.#unpacked();
    const share = unit / Math.sqrt(Math.max(1, buckets.length));
    const byWord = new Float64Array(words.length);
    let score = bias;
    for (const [at, bucket] of buckets.entries()) {
      const weight = (kept[bucket] ?? 0) * share;
      score += weight;
      const word = begins[at] ?? 0;
      byWord[word] = (byWord[word] ?? 0) + weight;
    }
    for (const cue of cues) score += CUE * (weights[cue] ?? 0);
    const heaviest = [...byWord.entries()]
      .filter(([, weight]) => weight > 0)
      .toSorted((one, other) => other[1] - one[1]);
    return { score, words: heaviest.slice(0, MOST_WORDS).map(([word]) => words[word] ?? '') };
  }

  /** When it is first asked: a process that reads no mail needs none of it. */
  #unpacked(): Int8Array {
    this.#weights ??= Int8Array.from(atob(this.#kept.buckets), (sign) => sign.charCodeAt(0));
    if (this.#weights.length !== BUCKETS)
      throw new Error('npm run train:meaning has to be run: the weights are of other features');
    return this.#weights;
  }
}
