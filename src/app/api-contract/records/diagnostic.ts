import { z } from 'zod';
import { text } from '../fields.ts';

/** A problem of a sequence, or something that could be better. */
export const diagnostic = z
  .object({
    code: text,
    severity: z.enum(['error', 'warning']),
    line: z.int(),
    column: z.int(),
    length: z.int().optional(),
    message: text,
    reason: text.optional(),
    fix: text,
    edits: z.array(z.object({ offset: z.int(), end: z.int(), text })).optional(),
  })
  .meta({ id: 'Diagnostic' });
