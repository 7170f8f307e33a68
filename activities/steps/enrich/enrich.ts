import type { EnrichNode } from '../../../src/language/plan/nodes/enrich.ts';
import { unreachable } from '../../../src/shared/kit/result.ts';
import type { StepDeps } from '../../deps.ts';
import type { StepContext } from '../../look/context.ts';
import type { Absorbed, Preparation } from '../prepared.ts';
import type { CallStep } from '../step.ts';
import { absorbContact, prepareContact } from './enrich-contact.ts';
import { absorbCv, distillCv, prepareCv } from './enrich-cv.ts';
import { absorbCheckedEmail, completeFoundEmail, prepareEnrichEmail } from './enrich-email.ts';
import { absorbProfile, prepareProfile } from './enrich-profile.ts';

export const enrichStep: CallStep<EnrichNode> = {
  prepare: prepareEnrich,
  complete: completeFoundEmail,
  distill: async (context, { what }, data) => (what === 'cv' ? distillCv(context, data) : data),
  absorb: absorbEnrich,
};

function prepareEnrich(_: StepDeps, context: StepContext, node: EnrichNode): Preparation {
  switch (node.what) {
    case 'email':
      return prepareEnrichEmail(context);
    case 'profile':
      return prepareProfile(context);
    case 'contact':
      return prepareContact(context);
    case 'cv':
      return prepareCv(context);
    default:
      return unreachable(node.what);
  }
}

function absorbEnrich(context: StepContext, node: EnrichNode, data: unknown): Absorbed {
  switch (node.what) {
    case 'email':
      return absorbCheckedEmail(context, data);
    case 'profile':
      return absorbProfile(context, data);
    case 'contact':
      return absorbContact(context, data);
    case 'cv':
      return absorbCv(context, data);
    default:
      return unreachable(node.what);
  }
}
