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
import type { StepKind } from './step-kind.ts';
import { taskStep } from './task.ts';
import { visitStep } from './visit.ts';
import { waitStep } from './wait.ts';
import { waitForStep } from './wait-for.ts';
import { withdrawStep } from './withdraw.ts';

export const STEP_KINDS: readonly StepKind[] = [
  visitStep,
  inviteStep,
  waitStep,
  waitForStep,
  messageStep,
  inmailStep,
  emailStep,
  withdrawStep,
  enrichStep,
  checkStep,
  likeStep,
  reactStep,
  commentStep,
  ifStep,
  splitStep,
  taskStep,
  setStep,
  actionStep,
  runStep,
  repeatStep,
  endStep,
];

export const stepKindOf = (word: string): StepKind | null => STEP_KINDS.find((kind) => kind.word === word) ?? null;
