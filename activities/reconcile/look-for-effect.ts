import { findAction } from '../../src/contract/actions.ts';
import type { Reconciliation } from '../../src/contract/definition.ts';
import type { IntentRow } from '../../src/store/intents/intent.ts';
import type { StepContext } from '../context.ts';
import type { StepDeps } from '../deps.ts';
import { findEmail } from './find-email.ts';
import { findInvitation } from './find-invitation.ts';
import { findLog } from './find-log.ts';
import { findMessage } from './find-message.ts';
import type { Proof } from './proof.ts';

/**
 * Where the effect of a send would have to be, then the service's log. What is found anywhere is done; "not there" needs the
 * place itself to say so, and the log not to say otherwise.
 */
export async function lookForEffect(deps: StepDeps, context: StepContext, intent: IntentRow): Promise<Proof> {
  const there = await lookAtPlace(deps, context, intent);
  if (there.is === 'done') return there;
  const log = await findLog(deps, intent);
  if (log.is === 'done') return log;
  if (there.is === 'unclear' && log.is === 'absent') return log;
  return there;
}

function lookAtPlace(deps: StepDeps, context: StepContext, intent: IntentRow): Promise<Proof> {
  switch (intent.limit_class) {
    case 'invite':
      return findInvitation(deps, intent);
    case 'message':
      return findMessage(deps, context, intent, false);
    case 'inmail':
      return findMessage(deps, context, intent, true);
    case 'email':
      return findEmail(deps, intent);
    default:
      return Promise.resolve({ is: 'unclear', why: 'this step leaves nothing that could be read back' });
  }
}

/**
 * How the contract says a call in doubt is settled: `reading` what reaches a person; `repeat` under its key what may be said
 * twice to a service that honors it; `nothing` is left of a read.
 */
export function waySettled(intent: Pick<IntentRow, 'category' | 'action'>): Reconciliation['by'] {
  return findAction(intent.category, intent.action)?.reconciliation.by ?? 'reading';
}
