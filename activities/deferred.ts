import type { PerformResult, WaitKind } from '../src/core/engine/perform.ts';

export type Deferred = Extract<PerformResult, { status: 'deferred' }>;

/** Answers that a step comes back at a virtual time, with the reason for people. */
export function deferred(until: number, kind: WaitKind, text: string): Deferred {
  return { status: 'deferred', until: Math.ceil(until), kind, text };
}
