import { z } from 'zod';
import { describe, oneOrMore } from '../describe.ts';

export const stopOn = describe(
  oneOrMore(z.enum(['reply', 'unsubscribe', 'bounce', 'company_reply'])),
  "What ends the enrollment at once: `reply` on any channel, `unsubscribe`, `bounce`; `company_reply` adds colleagues' replies. Default: the first three.",
  [['reply', 'unsubscribe', 'bounce', 'company_reply']],
);
