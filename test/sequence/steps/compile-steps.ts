import type { Node } from '../../../src/language/plan/node.ts';
import type { Plan } from '../../../src/language/plan/plan.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const HEAD = 'sequence: example\nlimits: { invites: 9/day, messages: 9/day, inmails: 9/day, emails: 9/day }\n';

const withSteps = (steps: string, head = ''): string => `${HEAD}${head}steps:\n${steps}`;

export function planOfSteps(steps: string, head = ''): Plan {
  const compiled = compileSequence(withSteps(steps, head));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics, null, 1));
  return compiled.plan;
}

export function firstNode(steps: string, head = ''): Node | undefined {
  const plan = planOfSteps(steps, head);
  return plan.nodes[plan.start];
}

/** `SEQ013 4:5`: codes with their places; the steps begin in line 4, one further for each line of `head`. */
export const problems = (steps: string, head = ''): string[] =>
  compileSequence(withSteps(steps, head)).diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);

/** The fields with which most nodes end. */
export const REST = { next: 'completed', on_error: { do: 'stop' } };
