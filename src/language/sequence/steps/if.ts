import type { NodeId } from '../../plan/nodes/common.ts';
import type { IfNode } from '../../plan/nodes/if.ts';
import { checkStepCondition } from '../check/check-condition.ts';
import { type Certain, withFacts } from '../proofs/certain.ts';
import type { StepForm } from '../schema/define-step.ts';
import { condition } from '../schema/values.ts';
import { needsNothing, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'if',
  title: 'Branch on a condition',
  description:
    'Goes on with `then` where the condition (CEL over `lead`, `vars` and `state`) is true, else with `else`.',
  examples: ['state.connected', 'lead.country == "FR" && !state.connected'],
  value: condition,
  done: 'where the condition is true',
  otherwise: 'where it is false',
  more: () => ({ anyOf: [{ required: ['then'] }, { required: ['else'] }] }),
  snippet: 'if: <state.connected>\nthen:\n  - <visit>\nelse:\n  - <visit>',
};

/** `if` as a step of its own; beside another step's word it is a common key. */
export const ifStep: StepDescriptor<IfNode> = {
  form,
  example: '- if: state.connected, with then: and else:',
  chooses: true,
  // biome-ignore lint/suspicious/noThenProperty: a text, never called
  build: (body, { plain, step, branch }) => ({ ...body, ...plain, then: branch(step.then), else: branch(step.else) }),
  needs: needsNothing,
  leaving(node, { here, step }) {
    const branches: [NodeId, Certain][] = [
      [node.then, withFacts(here, step?.condition?.when_true ?? [])],
      [node.else, withFacts(here, step?.condition?.when_false ?? [])],
    ];
    return node.on_error.do === 'continue' ? [...branches, [node.next, here]] : branches;
  },
  check({ context, value, entries, place }) {
    if (!entries.has('then') && !entries.has('else')) {
      const fix = 'Put the steps under `then:`, or the condition beside the step it is about.';
      context.report('SEQ008', place, '`if` has neither `then` nor `else`', fix);
    }
    const test = checkStepCondition(context, value);
    return test && { body: { kind: 'if', test: test.text }, test };
  },
};
