import type { VisitNode } from '../../../src/language/plan/nodes/visit.ts';
import type { StepContext } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import type { Absorbed } from '../prepared.ts';
import type { CallStep } from '../step.ts';
import { callProfile } from './call-profile.ts';
import { learnDegree, learnPremium, learnProfile } from './learn-profile.ts';

/** spec: profiles / visit */
export const visitStep: CallStep<VisitNode> = {
  prepare: (_, context) => callProfile(context, 'visit'),
  absorb: absorbVisit,
};

function absorbVisit(context: StepContext, _: VisitNode, data: unknown): Absorbed {
  const relation = learnDegree(data);
  return {
    title: `Visited the profile of ${context.whom}${fromSender(context)}`,
    changes: {
      identities: learnProfile(data),
      relation,
      ...learnPremium(data),
      ...(relation.connected ? { facts: { connected: true } } : {}),
    },
  };
}
