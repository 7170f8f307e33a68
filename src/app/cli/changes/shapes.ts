import { z } from 'zod';

const id = z.string().nullable();
const word = z.object({ text: z.string(), change: z.enum(['same', 'added', 'removed']) });

export const planDiff = z.looseObject({
  header: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  steps: z.array(
    z.looseObject({
      change: z.enum(['added', 'removed', 'changed', 'moved']),
      step: z.string(),
      was: z.string().optional(),
      from: id,
      to: id,
      fields: z.array(
        z.looseObject({ field: z.string(), from: z.unknown(), to: z.unknown(), words: z.array(word).optional() }),
      ),
    }),
  ),
  unchanged: z.number(),
});
export type ShownDiff = z.output<typeof planDiff>;

const group = { version: z.number(), count: z.number() };
const people = z.looseObject({
  stays: z.array(z.looseObject({ ...group, node: id, reason: z.string().nullable() })),
  moves: z.array(z.looseObject({ ...group, from: id, to: z.string(), goes_on: z.boolean() })),
  orphaned: z.array(z.looseObject({ ...group, node: z.string() })),
  cancelled_waits: z.array(z.looseObject({ ...group, node: z.string() })),
  would_repeat: z.array(z.looseObject({ ...group, node: z.string(), repeated: z.array(z.string()) })),
});
export type ShownPeople = z.output<typeof people>;

export const changePlan = z.looseObject({
  id,
  hash: z.string(),
  sequence: z.string(),
  move: z.boolean(),
  from_version: z.number().nullable(),
  to_version: z.number(),
  digest: z.string(),
  diff: planDiff.nullable(),
  people: people.extend({ if_moved: people.optional() }),
  calendar: z.array(
    z.looseObject({
      account_id: z.string(),
      class: z.string(),
      booked: z.number(),
      freed: z.number(),
      added: z.number(),
      last: z.string().nullable(),
    }),
  ),
  expires: z.string(),
});
export type ShownChange = z.output<typeof changePlan>;

/** How many people it would move. */
export const movedBy = ({ people }: ShownChange): number => people.moves.reduce((sum, { count }) => sum + count, 0);

export const appliedChange = z.looseObject({
  plan_id: z.string(),
  sequence: z.string(),
  from_version: z.number().nullable(),
  version: z.number(),
  digest: z.string(),
  status: z.enum(['planned', 'applying', 'applied']),
  moved: z.number(),
  remaining: z.number(),
  left: z.array(z.object({ id: z.string(), reason: z.string().nullable() })),
});
export type AppliedChange = z.output<typeof appliedChange>;

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
