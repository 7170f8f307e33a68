import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import type { Absorbed, Completed, Preparation } from './prepared.ts';

/** The part that an activity plays in a kind of step that calls nobody. */
export interface OwnStep<N> {
  /** Says what the step is about to do. */
  readonly prepare: (deps: StepDeps, context: StepContext, node: N) => Preparation | Promise<Preparation>;
}

/** The part that an activity plays in a kind of step that calls the V2 service. */
export interface CallStep<N> extends OwnStep<N> {
  /** Completes the call's request with what its first read has found; absent: the step reads nothing before. */
  readonly complete?: (context: StepContext, data: unknown) => Completed;
  /** Reduces the answer to what is kept and absorbed of it. */
  readonly distill?: (context: StepContext, node: N, data: unknown) => Promise<unknown>;
  /** Says what the answer of its call means; `action`: which call, for a step that may make several. */
  readonly absorb: (context: StepContext, node: N, data: unknown, now: number, action: string) => Absorbed;
}
