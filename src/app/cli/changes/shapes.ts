import { z } from 'zod';
import type { ResultOf } from '../../api-client/asked.ts';

export type ShownChange = ResultOf<'planSequence'>;
export type ShownPeople = Omit<ShownChange['people'], 'if_moved'>;
export type AppliedChange = ResultOf<'applySequence'>;

/** How many people it would move. */
export const movedBy = ({ people }: ShownChange): number => people.moves.reduce((sum, { count }) => sum + count, 0);

export const staleChange = z.object({
  what: z.string(),
  enrollment_id: z.string().optional(),
  planned: z.string(),
  now: z.string(),
});
export type StaleChange = z.output<typeof staleChange>;

export const diagnostics = z.array(
  z.object({
    code: z.string(),
    severity: z.enum(['error', 'warning']),
    line: z.number(),
    column: z.number(),
    length: z.number().default(1),
    message: z.string(),
    reason: z.string().exactOptional(),
    fix: z.string(),
  }),
);
