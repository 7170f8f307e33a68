import type { StepForm } from '../define-step.ts';
import { actionForm } from './action.ts';
import { checkForm } from './check.ts';
import { commentStepForm } from './comment.ts';
import { emailStepForm } from './email.ts';
import { endForm } from './end.ts';
import { enrichForm } from './enrich.ts';
import { ifForm } from './if.ts';
import { inmailStepForm } from './inmail.ts';
import { inviteStepForm } from './invite.ts';
import { likeStepForm } from './like.ts';
import { messageStepForm } from './message.ts';
import { reactStepForm } from './react.ts';
import { repeatStepForm } from './repeat.ts';
import { runForm } from './run.ts';
import { setForm } from './set.ts';
import { splitForm } from './split.ts';
import { taskStepForm } from './task.ts';
import { visitForm } from './visit.ts';
import { waitForm } from './wait.ts';
import { waitForForm } from './wait-for.ts';
import { withdrawForm } from './withdraw.ts';

/** Every step of the language, in the order of its page. */
export const STEP_FORMS: readonly StepForm[] = [
  visitForm,
  inviteStepForm,
  waitForm,
  waitForForm,
  messageStepForm,
  inmailStepForm,
  emailStepForm,
  withdrawForm,
  enrichForm,
  checkForm,
  likeStepForm,
  reactStepForm,
  commentStepForm,
  ifForm,
  splitForm,
  taskStepForm,
  setForm,
  actionForm,
  runForm,
  repeatStepForm,
  endForm,
];
