import { unreachable } from '../../src/kit/result.ts';
import type { StepContext } from '../context.ts';
import type { StepDeps } from '../deps.ts';
import { absorbEmail, prepareEmail } from './email.ts';
import { absorbEnrich, prepareEnrich } from './enrich.ts';
import { prepareIf } from './if.ts';
import { absorbInMail, prepareInMail } from './inmail.ts';
import { absorbInvite, prepareInvite } from './invite.ts';
import { absorbMessage, prepareMessage } from './message.ts';
import { type Absorbed, failed, type Prepared } from './prepared.ts';
import { prepareSet } from './set.ts';
import { prepareSplit } from './split.ts';
import { prepareTask } from './task.ts';
import { absorbVisit, prepareVisit } from './visit.ts';
import { prepareWait } from './wait.ts';
import { absorbWithdraw, prepareWithdraw } from './withdraw.ts';

/** What the step is about to do. */
export async function prepareStep(deps: StepDeps, context: StepContext): Promise<Prepared> {
  const { node } = context;
  const now = deps.clock.now();
  switch (node.kind) {
    case 'visit':
      return prepareVisit(context);
    case 'invite':
      return prepareInvite(context, node, now);
    case 'message':
      return prepareMessage(context, node);
    case 'inmail':
      return prepareInMail(context, node);
    case 'email':
      return prepareEmail(deps, context, node);
    case 'withdraw':
      return prepareWithdraw(deps, context);
    case 'enrich':
      return prepareEnrich(context);
    case 'if':
      return prepareIf(context, node);
    case 'split':
      return prepareSplit(context, node);
    case 'set':
      return prepareSet(deps, context, node);
    case 'task':
      return prepareTask(deps, context, node);
    case 'wait':
      return prepareWait(context, node, now);
    case 'check':
    case 'like':
    case 'react':
    case 'comment':
    case 'action':
    case 'run':
      return failed('NOT_BUILT', `${node.kind} is not built yet`);
    case 'wait_for':
    case 'repeat':
    case 'end':
      return { is: 'decided', result: { status: 'done' }, title: null };
    default:
      return unreachable(node);
  }
}

/** What the answer of its call means. */
export function absorbAnswer(context: StepContext, data: unknown, now: number): Absorbed {
  const { node } = context;
  switch (node.kind) {
    case 'visit':
      return absorbVisit(context, data);
    case 'invite':
      return absorbInvite(context, data, now);
    case 'message':
      return absorbMessage(context, node, data);
    case 'inmail':
      return absorbInMail(context, data);
    case 'email':
      return absorbEmail(context, data);
    case 'withdraw':
      return absorbWithdraw(context, now);
    case 'enrich':
      return absorbEnrich(context, data);
    case 'check':
    case 'like':
    case 'react':
    case 'comment':
    case 'action':
    case 'if':
    case 'split':
    case 'task':
    case 'set':
    case 'run':
    case 'wait':
    case 'wait_for':
    case 'repeat':
    case 'end':
      return { title: 'Done', changes: {} };
    default:
      return unreachable(node);
  }
}
