import { COMPUTE, type ComputationKind } from './compute.ts';

/** The task of a thread, which is given one at a time. */
export interface Task {
  readonly kind: ComputationKind;
  readonly asked: unknown;
}

/** Computes one task; every thread runs this. */
export function compute({ kind, asked }: Task): unknown {
  // Whoever asks for a kind sends what it takes.
  const computed = COMPUTE[kind] as (asked: unknown) => unknown;
  return computed(asked);
}
