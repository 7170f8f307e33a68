import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import type { EngineInput } from '../../src/core/engine/state.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { documents } from '../sequence/documents.ts';
import { rounds } from '../support/rounds.ts';

/** Answers of the outside, drawn ahead: each number chooses among what fits at that point. */
const answers = fc.array(fc.nat(5), { minLength: 1, maxLength: 40 });

/** Sends, `done` or not: what an activity may answer for a node, never one that only asks again. */
function resultOf(node: Node, choice: number, at: number): PerformResult {
  switch (node.kind) {
    case 'if':
      return { status: 'branch', to: choice % 2 === 0 ? 'then' : 'else' };
    case 'split':
      return { status: 'branch', to: node.arms[choice % node.arms.length]?.name ?? '' };
    case 'wait':
    case 'wait_for':
      return { status: 'wait', until: at + DAY, text: 'waits' };
    case 'task':
      return { status: 'needs_person', task_id: 'tsk_1', text: 'asks', asks: 'task' };
    case 'run':
      return { status: 'stopped', outcome: 'continued' };
    default:
      return RESULTS[choice % RESULTS.length] ?? { status: 'done' };
  }
}

const RESULTS: readonly PerformResult[] = [
  { status: 'done', facts: { connected: true } },
  { status: 'skipped' },
  { status: 'impossible', code: 'X', text: 'not possible' },
  { status: 'failed', code: 'X', text: 'failed' },
  { status: 'done' },
  { status: 'deferred', until: 1, kind: 'slot', text: 'waits' },
];

/** How many inputs it took; null when it had not ended after more than any counted rounds could need. */
function inputsToTheEnd(plan: Plan, choices: readonly number[]): number | null {
  const most = 100_000;
  let { state, command } = advance(plan, initialState(plan, 'enr_1'), { type: 'start', at: 0 });
  let at = 0;
  for (let count = 1; count < most; count++) {
    if (command.do === 'finish') return count;
    const choice = choices[count % choices.length] ?? 0;
    const node = plan.nodes[state.node];
    let input: EngineInput;
    if (command.do === 'perform' && node) {
      input = { type: 'performed', at, result: resultOf(node, deferredOnce(command.request.attempt, choice), at) };
    } else if (command.do === 'wait' && command.until !== null) {
      at = Math.max(at, command.until);
      input = { type: 'time', at };
    } else {
      const decision = choice % 2 === 0 ? 'approve' : 'reject';
      input = { type: 'event', at, event: { id: `evt_${count}`, type: 'decided', task_id: 'tsk_1', decision } };
    }
    ({ state, command } = advance(plan, state, input));
  }
  return null;
}

/** A place that is booked is claimed when its time has come. */
const deferredOnce = (attempt: number, choice: number): number => (attempt > 0 ? choice % 5 : choice);

describe('every plan', () => {
  it('is walked to an end, whatever comes back from its steps', () => {
    fc.assert(
      fc.property(documents, answers, (value, choices) => {
        const compiled = compileSequence(JSON.stringify(value));
        if (compiled.ok) expect(inputsToTheEnd(compiled.plan, choices)).not.toBeNull();
      }),
      { numRuns: rounds(300) },
    );
  });

  it('is compiled to the same bytes each time', () => {
    fc.assert(
      fc.property(documents, (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(compileSequence(text))).toBe(JSON.stringify(compileSequence(text)));
      }),
      { numRuns: rounds(100) },
    );
  });
});
