import { CUE, type KeptModel } from '../../../../src/shared/mail/learned/linear-model.ts';
import { BUCKETS, type TextFeatures } from '../../../../src/shared/mail/learned/text-features.ts';

/** A text as the model takes it, and whether it is what the model looks for. */
export interface Example {
  readonly features: TextFeatures;
  readonly cues: ReadonlySet<string>;
  readonly is_it: boolean;
}

const ROUNDS = 10;
const RATE = 0.3;
/** Keeps weights small (L2). */
const DECAY = 1e-5;

/**
 * Logistic regression by stochastic gradient descent with a rate for each weight (AdaGrad). The same examples give the same weights: the order in which
 * they are taken is drawn from a fixed seed.
 */
export function trainModel(examples: readonly Example[]): KeptModel {
  const names = [...new Set(examples.flatMap(({ cues }) => [...cues]))].toSorted();
  const indexes = new Map(names.map((name, at) => [name, BUCKETS + at]));
  const rows = examples.map(({ features: { buckets }, cues, is_it }) => ({
    at: Uint32Array.from([...buckets, ...[...cues].map((cue) => indexes.get(cue) ?? 0)]),
    texts: buckets.length,
    each: 1 / Math.sqrt(Math.max(1, buckets.length)),
    is_it,
  }));
  // The last one is the bias.
  const bias = BUCKETS + names.length;
  const weights = new Float64Array(bias + 1);
  const squares = new Float64Array(bias + 1).fill(1e-4);
  const change = (at: number, gradient: number) => {
    squares[at] = (squares[at] ?? 0) + gradient * gradient;
    weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(squares[at] ?? 1);
  };
  const draw = drawFrom(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of shuffled(rows, draw)) {
      const weigh = (index: number) => (index < row.texts ? row.each : CUE);
      const score = row.at.reduce((sum, at, index) => sum + (weights[at] ?? 0) * weigh(index), weights[bias] ?? 0);
      const error = 1 / (1 + Math.exp(-score)) - (row.is_it ? 1 : 0);
      for (const [index, at] of row.at.entries()) change(at, error * weigh(index) + DECAY * (weights[at] ?? 0));
      change(bias, error);
    }
  }
  return kept(weights, names);
}

/** The share of weights that are kept whole: what one in a thousand exceeds is cut. */
const KEPT_WHOLE = 0.999;

function kept(weights: Float64Array, names: readonly string[]): KeptModel {
  const buckets = weights.subarray(0, BUCKETS);
  const sizes = buckets.map(Math.abs).sort();
  const unit = Math.max(sizes[Math.floor(sizes.length * KEPT_WHOLE)] ?? 0, 1e-6) / 127;
  const bytes = Int8Array.from(buckets, (weight) => Math.max(-127, Math.min(127, Math.round(weight / unit))));
  const rounded = (value: number) => Number(value.toFixed(3));
  return {
    bias: rounded(weights[BUCKETS + names.length] ?? 0),
    unit: Number(unit.toPrecision(4)),
    buckets: Buffer.from(bytes.buffer).toString('base64'),
    cues: Object.fromEntries(names.map((name, at) => [name, rounded(weights[BUCKETS + at] ?? 0)])),
  };
}

function shuffled<One>(all: readonly One[], draw: () => number): One[] {
  const order = [...all];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1));
    const one = order[last] as One;
    order[last] = order[other] as One;
    order[other] = one;
  }
  return order;
}

/** A linear congruential generator, from 0 to 1. */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
