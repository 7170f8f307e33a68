import type { StepDeps } from '../../activities/deps.ts';
import type { Statement } from './blocking-client.ts';
import type { Invariant } from './invariants.ts';
import type { Script } from './script.ts';

/** An engine with one mistake. */
export interface Mutation {
  readonly name: string;
  readonly what: string;
  /** The promise that it breaks: by another one it would be found by chance. */
  readonly breaks: Invariant;
  /** Histories in which it can matter; the engine as it is keeps every promise in them. */
  readonly write: (seed: number) => Script;
  readonly rewrite?: (statement: Statement) => Statement;
  readonly mutate?: (step: StepDeps) => StepDeps;
}
