import { z } from 'zod';
import { describe } from '../describe.ts';

export const outOfOffice = describe(
  z.union([
    z.enum(['wait until back', 'ignore', 'stop']),
    z.string().regex(/^\s*(?:wait\s+until\s+back|ignore|stop|wait\s+(?:for\s+)?\d.*)\s*$/),
  ]),
  'What an automatic reply does: `wait until back` (default) holds sends until the date it names, else for 5 days; `wait 7 days` holds them that long; `ignore` changes nothing; `stop` ends the enrollment.',
  ['wait until back', 'wait 7 days', 'ignore', 'stop'],
);
