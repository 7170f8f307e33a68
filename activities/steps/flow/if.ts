import { evaluateCondition } from '../../../src/language/expression/condition.ts';
import type { IfNode } from '../../../src/language/plan/nodes/if.ts';
import type { StepDeps } from '../../deps.ts';
import { leadFields, type StepContext } from '../../look/context.ts';
import { failed, type Prepared } from '../prepared.ts';
import type { OwnStep } from '../step.ts';

export const ifStep: OwnStep<IfNode> = { prepare: prepareIf };

/** Evaluates a CEL condition over what is known now. */
export function holds(context: StepContext, condition: string): boolean | Prepared {
  const evaluated = evaluateCondition(condition, {
    lead: leadFields(context.lead),
    vars: context.vars,
    state: context.state,
  });
  if (evaluated.ok) return evaluated.value;
  return failed('BAD_CONDITION', `the condition "${condition}" cannot be decided: ${evaluated.error.message}`);
}

function prepareIf(_: StepDeps, context: StepContext, node: IfNode): Prepared {
  const truth = holds(context, node.test);
  if (typeof truth !== 'boolean') return truth;
  return {
    is: 'decided',
    result: { status: 'branch', to: truth ? 'then' : 'else' },
    title: `${node.test} is ${truth}`,
  };
}
