import { z } from 'zod';
import { describe } from './describe.ts';
import { enroll } from './header/enroll.ts';
import { limits } from './header/limits.ts';
import { outOfOffice } from './header/out-of-office.ts';
import { schedule } from './header/schedule.ts';
import { senders } from './header/senders.ts';
import { stopOn } from './header/stop-on.ts';
import { vars } from './header/vars.ts';
import { steps } from './steps.ts';
import { sequenceName, text } from './values.ts';

/** A whole sequence as it is written. The checks say more (names, proofs over all paths), but know no other keys. */
export const sequenceForm = z.strictObject({
  sequence: describe(
    sequenceName(),
    'The name of the sequence: small letters, digits and `-`, beginning with a letter, at most 64.',
    ['backend-engineers'],
  ),
  description: describe(text(), 'What it is for, in one sentence.', [
    'Candidates of the backend job, invitation first, then InMail, then email',
  ]).optional(),
  senders: senders.optional(),
  schedule: schedule.optional(),
  limits: limits.optional(),
  enroll: enroll.optional(),
  stop_on: stopOn.optional(),
  out_of_office: outOfOffice.optional(),
  review: describe(
    z.boolean(),
    "`true`: every send waits for a person's approval; a step's own `review` wins. Default: `false`.",
    [true],
  ).optional(),
  vars: vars.optional(),
  steps: describe(steps, 'What happens, step by step.', [
    ['visit', { wait: '1 day' }, { invite: 'Hi {{ first_name }}' }],
  ]),
});
