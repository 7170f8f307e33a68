import { unreachable } from '../../src/shared/kit/result.ts';
import type { StepContext } from '../context.ts';
import type { StepDeps } from '../deps.ts';
import { absorbAction, prepareAction } from './action.ts';
import { absorbCheck, prepareCheck } from './check.ts';
import { absorbComment, prepareComment } from './comment.ts';
import { absorbEmail, prepareEmail } from './email.ts';
import { absorbEnrich, prepareEnrich } from './enrich.ts';
import { completeFoundEmail } from './enrich-email.ts';
import { prepareIf } from './if.ts';
import { absorbInMail, prepareInMail } from './inmail.ts';
import { absorbInvite, prepareInvite } from './invite.ts';
import { completeWithPost } from './latest-post.ts';
import { absorbLike, prepareLike } from './like.ts';
import { absorbMessage, prepareMessage } from './message.ts';
import type { Absorbed, Completed, Prepared } from './prepared.ts';
import { absorbReact, prepareReact } from './react.ts';
import { prepareRun } from './run.ts';
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
      return prepareMessage(deps, context, node);
    case 'inmail':
      return prepareInMail(deps, context, node);
    case 'email':
      return prepareEmail(deps, context, node);
    case 'withdraw':
      return prepareWithdraw(deps, context);
    case 'enrich':
      return prepareEnrich(context, node);
    case 'check':
      return prepareCheck(deps, context, node);
    case 'like':
      return prepareLike(context);
    case 'react':
      return prepareReact(context, node);
    case 'comment':
      return prepareComment(context, node);
    case 'action':
      return prepareAction(context, node);
    case 'if':
      return prepareIf(context, node);
    case 'split':
      return prepareSplit(context, node);
    case 'set':
      return prepareSet(deps, context, node);
    case 'task':
      return prepareTask(deps, context, node);
    case 'wait':
    case 'wait_for':
      return prepareWait(context, node, now);
    case 'run':
      return prepareRun(deps, context, node);
    case 'repeat':
    case 'end':
      return { is: 'decided', result: { status: 'done' }, title: null };
    default:
      return unreachable(node);
  }
}

/** What the call asks, with what its first read has found. */
export function completeRequest(context: StepContext, data: unknown): Completed {
  return context.node.kind === 'enrich' ? completeFoundEmail(context, data) : completeWithPost(context, data);
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
      return absorbEnrich(context, node, data);
    case 'check':
      return absorbCheck(context, node, data, now);
    case 'like':
      return absorbLike(context, data);
    case 'react':
      return absorbReact(context, node, data);
    case 'comment':
      return absorbComment(context, data);
    case 'action':
      return absorbAction(context, node, data);
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
