import type { EnrichNode } from '../../src/language/plan/nodes/enrich.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import type { StepContext } from '../context.ts';
import { absorbContact, prepareContact } from './enrich-contact.ts';
import { absorbCheckedEmail, prepareEnrichEmail } from './enrich-email.ts';
import { absorbProfile, prepareProfile } from './enrich-profile.ts';
import type { Absorbed, Prepared } from './prepared.ts';

export function prepareEnrich(context: StepContext, node: EnrichNode): Prepared {
  switch (node.what) {
    case 'email':
      return prepareEnrichEmail(context);
    case 'profile':
      return prepareProfile(context);
    case 'contact':
      return prepareContact(context);
    default:
      return unreachable(node.what);
  }
}

export function absorbEnrich(context: StepContext, node: EnrichNode, data: unknown): Absorbed {
  switch (node.what) {
    case 'email':
      return absorbCheckedEmail(context, data);
    case 'profile':
      return absorbProfile(context, data);
    case 'contact':
      return absorbContact(context, data);
    default:
      return unreachable(node.what);
  }
}
