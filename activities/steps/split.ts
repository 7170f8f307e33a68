import type { SplitNode } from '../../src/language/plan/nodes/split.ts';
import { splitArm } from '../../src/language/plan/split-arm.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { failed, type Prepared } from './prepared.ts';
import type { OwnStep } from './step.ts';

export const splitStep: OwnStep<SplitNode> = { prepare: prepareSplit };

/** Which arm this person takes; the same one at every ask. */
function prepareSplit(_: StepDeps, context: StepContext, node: SplitNode): Prepared {
  const arm = splitArm(node, context.enrollment.lead_id ?? context.enrollment.id);
  if (!arm) return failed('NO_ARM', 'the split has no arms');
  const result = { status: 'branch', to: arm.name } as const;
  return { is: 'decided', result, title: `Takes arm ${arm.name}`, detail: { arm: arm.name } };
}
