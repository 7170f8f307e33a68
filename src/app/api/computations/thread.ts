import { COMPUTE, type ComputationKind } from './compute.ts';

/** What a thread is asked, one thing at a time. */
export interface Task {
  readonly kind: ComputationKind;
  readonly asked: unknown;
}

/** What each thread runs. */
export function compute({ kind, asked }: Task): unknown {
  // Whoever asks for a kind sends what it takes.
  const computed = COMPUTE[kind] as (asked: unknown) => unknown;
  return computed(asked);
}
