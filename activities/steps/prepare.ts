import type { CallKind, NodeKind, Nodes, OwnKind } from '../../src/language/plan/node.ts';
import { creditsOf, isCall, limitClassOf } from '../../src/language/plan/node-traits.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { actionStep } from './action/action.ts';
import { enrichStep } from './enrich/enrich.ts';
import { ifStep } from './flow/if.ts';
import { runStep } from './flow/run.ts';
import { setStep } from './flow/set.ts';
import { splitStep } from './flow/split.ts';
import { waitStep } from './flow/wait.ts';
import { emailStep } from './messages/email.ts';
import { inmailStep } from './messages/inmail.ts';
import { messageStep } from './messages/message.ts';
import { checkStep } from './network/check.ts';
import { inviteStep } from './network/invite.ts';
import { visitStep } from './network/visit.ts';
import { withdrawStep } from './network/withdraw.ts';
import { taskStep } from './people/task.ts';
import { commentStep } from './posts/comment.ts';
import { likeStep } from './posts/like.ts';
import { reactStep } from './posts/react.ts';
import type { Absorbed, Completed, Prepared } from './prepared.ts';
import type { CallStep, OwnStep } from './step.ts';

/** The kinds of step that the engine decides come here for their condition alone, and are done. */
const decided: OwnStep<unknown> = {
  prepare: () => ({ is: 'decided', result: { status: 'done' }, title: null }),
};

const CALLS: { readonly [K in CallKind]: CallStep<Nodes[K]> } = {
  visit: visitStep,
  invite: inviteStep,
  message: messageStep,
  inmail: inmailStep,
  email: emailStep,
  withdraw: withdrawStep,
  enrich: enrichStep,
  check: checkStep,
  like: likeStep,
  react: reactStep,
  comment: commentStep,
  action: actionStep,
};

const OWN: { readonly [K in OwnKind]: OwnStep<Nodes[K]> } = {
  if: ifStep,
  split: splitStep,
  task: taskStep,
  set: setStep,
  run: runStep,
  end: decided,
  wait: waitStep,
  wait_for: waitStep,
  repeat: decided,
};

const STEPS: { readonly [K in NodeKind]: OwnStep<Nodes[K]> } = { ...CALLS, ...OWN };

const stepOf = <K extends NodeKind>(kind: K): OwnStep<Nodes[K]> => STEPS[kind];
const callOf = <K extends CallKind>(kind: K): CallStep<Nodes[K]> => CALLS[kind];

/** Says what the step is about to do; its call has the limit class and the credits of the step's descriptor, unless it names its own. */
export async function prepareStep(deps: StepDeps, context: StepContext): Promise<Prepared> {
  const { node } = context;
  const prepared = await stepOf(node.kind).prepare(deps, context, node);
  return prepared.is === 'call' ? { limit_class: limitClassOf(node), credits: creditsOf(node), ...prepared } : prepared;
}

/** Completes the call's request with what its first read has found. */
export function completeRequest(context: StepContext, data: unknown): Completed {
  const { node } = context;
  const complete = isCall(node) ? callOf(node.kind).complete : undefined;
  if (!complete) throw new Error(`the step "${node.id}" (${node.kind}) reads nothing before its call`);
  return complete(context, data);
}

/** Reduces an answer to what is kept of it: all of it, unless the kind of step says less. */
export async function distillAnswer(context: StepContext, data: unknown): Promise<unknown> {
  const { node } = context;
  const distill = isCall(node) ? callOf(node.kind).distill : undefined;
  return distill === undefined || !isCall(node) ? data : distill(context, node, data);
}

/** Says what the answer of the step's call means; `action`: the action that was called. */
export function absorbAnswer(context: StepContext, data: unknown, now: number, action: string): Absorbed {
  const { node } = context;
  return isCall(node) ? callOf(node.kind).absorb(context, node, data, now, action) : { title: 'Done', changes: {} };
}
