import { emailStep } from './email.ts';
import { endStep } from './end.ts';
import { enrichStep } from './enrich.ts';
import { ifStep } from './if.ts';
import { inmailStep } from './inmail.ts';
import { inviteStep } from './invite.ts';
import { messageStep } from './message.ts';
import type { StepKind } from './step-kind.ts';
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
  ifStep,
  endStep,
];

/** Steps of the language that this version does not carry out yet. */
export const LATER_STEPS: readonly string[] = [
  'check',
  'like',
  'react',
  'comment',
  'split',
  'task',
  'set',
  'action',
  'run',
  'repeat',
];

export const stepKindOf = (word: string): StepKind | null => STEP_KINDS.find((kind) => kind.word === word) ?? null;
