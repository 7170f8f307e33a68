import { z } from 'zod';
import { describe } from '../describe.ts';
import { plainValue } from '../values.ts';

export const vars = describe(
  z.record(
    z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
    describe(plainValue(), 'The default; `null` declares a variable that each lead must bring.', ['Platform', null]),
  ),
  "Variables for texts and conditions with their defaults; a lead's own fields win. `null`: each lead must bring it.",
  [{ team: 'Platform', opening: null }],
);
