import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import type { Absorbed, Completed, Preparation } from './prepared.ts';

/** What an activity does for a kind of step that calls nobody. */
export interface OwnStep<N> {
  /** What the step is about to do. */
  readonly prepare: (deps: StepDeps, context: StepContext, node: N) => Preparation | Promise<Preparation>;
}

/** What an activity does for a kind of step that calls the V2 service. */
export interface CallStep<N> extends OwnStep<N> {
  /** What the call asks, with what its first read has found; absent: it reads nothing before. */
  readonly complete?: (context: StepContext, data: unknown) => Completed;
  /** What is kept of the answer, and absorbed, in place of all of it. */
  readonly distill?: (context: StepContext, node: N, data: unknown) => Promise<unknown>;
  /** What the answer of its call means; `action`: which call, for a step that may make several. */
  readonly absorb: (context: StepContext, node: N, data: unknown, now: number, action: string) => Absorbed;
}
