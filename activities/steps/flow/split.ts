import type { SplitNode } from '../../../src/language/plan/nodes/split.ts';
import { splitArm } from '../../../src/language/plan/split-arm.ts';
import { addLine } from '../../../src/runtime/store/timeline/add-line.ts';
import type { StepDeps } from '../../deps.ts';
import type { StepContext } from '../../look/context.ts';
import { lineOf } from '../../wording.ts';
import { failed, type Prepared } from '../prepared.ts';
import type { OwnStep } from '../step.ts';
import { giveArm } from './give-arm.ts';

export const splitStep: OwnStep<SplitNode> = { prepare: prepareSplit };

/** Says which arm this person takes; it is the same one each time. */
function prepareSplit(deps: StepDeps, context: StepContext, node: SplitNode): Prepared {
  if (node.optimize !== undefined) return optimized(deps, context, node, node.optimize);
  const { id, lead_id, sequence } = context.enrollment;
  const arm = splitArm({ sequence, node }, lead_id ?? id);
  if (!arm) return failed('NO_ARM', 'the split has no arms');
  const result = { status: 'branch', to: arm.name } as const;
  return { is: 'decided', result, title: `Takes arm ${arm.name}`, detail: { arm: arm.name } };
}

function optimized(
  deps: StepDeps,
  context: StepContext,
  { id, arms }: SplitNode,
  metric: NonNullable<SplitNode['optimize']>,
): Prepared {
  const { id: enrollment_id, lead_id, sequence } = context.enrollment;
  const asked = { node: id, arms: arms.map(({ name }) => name), metric, sequence, enrollment_id };
  return {
    is: 'own_tables',
    async work(tx) {
      const at = new Date(deps.clock.now());
      const given = await giveArm(tx, { ...asked, lead_id: lead_id ?? enrollment_id, at });
      if (given.title !== null) {
        const { title, arm, shares } = given;
        const { visit } = context.request;
        const once = `${id}/${visit}/branch`;
        await addLine(tx, { ...lineOf(context, at), type: 'branch', title, detail: { arm, shares }, once });
      }
      return { status: 'branch', to: given.arm };
    },
  };
}
