import type { NodeKind, Nodes } from '../../plan/node.ts';
import { actionStep } from './action.ts';
import { checkStep } from './check.ts';
import { commentStep } from './comment.ts';
import { emailStep } from './email.ts';
import { endStep } from './end.ts';
import { enrichStep } from './enrich.ts';
import { ifStep } from './if.ts';
import { inmailStep } from './inmail.ts';
import { inviteStep } from './invite.ts';
import { likeStep } from './like.ts';
import { messageStep } from './message.ts';
import { reactStep } from './react.ts';
import { repeatStep } from './repeat.ts';
import { runStep } from './run.ts';
import { setStep } from './set.ts';
import { splitStep } from './split.ts';
import type { StepDescriptor, StepKind } from './step-kind.ts';
import { taskStep } from './task.ts';
import { visitStep } from './visit.ts';
import { waitStep } from './wait.ts';
import { waitForStep } from './wait-for.ts';
import { withdrawStep } from './withdraw.ts';

/** Every step of the language, in the order of its page. */
const KINDS: { readonly [K in NodeKind]: StepDescriptor<Nodes[K]> } = {
  visit: visitStep,
  invite: inviteStep,
  wait: waitStep,
  wait_for: waitForStep,
  message: messageStep,
  inmail: inmailStep,
  email: emailStep,
  withdraw: withdrawStep,
  enrich: enrichStep,
  check: checkStep,
  like: likeStep,
  react: reactStep,
  comment: commentStep,
  if: ifStep,
  split: splitStep,
  task: taskStep,
  set: setStep,
  action: actionStep,
  run: runStep,
  repeat: repeatStep,
  end: endStep,
};

export const STEP_KINDS: readonly StepKind[] = Object.values(KINDS);

export const descriptorOf = <K extends NodeKind>(kind: K): StepDescriptor<Nodes[K]> => KINDS[kind];

export const stepKindOf = (word: string): StepKind | null => STEP_KINDS.find(({ form }) => form.word === word) ?? null;
