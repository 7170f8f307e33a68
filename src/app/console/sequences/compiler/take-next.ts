import type { CallName } from './calls.ts';

/** Somebody looks at what these answer while they type. */
const URGENT: ReadonlySet<CallName> = new Set(['check', 'write', 'complete', 'hover']);

/** Takes from `waiting` what is to be done next: what is urgent, else what came first. Undefined: nothing waits. */
export function takeNext<Call extends { readonly name: CallName }>(waiting: Call[]): Call | undefined {
  const urgent = waiting.findIndex(({ name }) => URGENT.has(name));
  return waiting.splice(Math.max(0, urgent), 1)[0];
}
