import { z } from 'zod';

const mail = z.custom<string | Uint8Array>((value) => typeof value === 'string' || value instanceof Uint8Array);
const sent = z.object({ sent: z.string(), mail });

const received = z.object({
  mail,
  /** The id of ours; null: none. */
  answers: z.string().nullable(),
  kind: z.enum(['reply', 'wish', 'absence', 'notice']),
  wish: z.boolean().nullish(),
  machine_asks_stop: z.boolean().nullish(),
  /** True of notices where nobody has got a mail of ours. */
  bounce: z.boolean().nullish(),
  /** The same, as the writer of the third set says it. */
  type: z.literal('bounce').optional(),
  language: z.string(),
  program: z.string(),
  date: z.string().nullish(),
  /** The first day on which somebody who was absent is there again; null where no day can be told. */
  return_day: z.string().nullish(),
  return_day_also: z.array(z.string()).nullish(),
  /** Own words, where they are known. */
  own: z.string().optional(),
});

/** A line of a set: README.md. `mail` is base64 in a file, and bytes where it was just made. */
export const entry = z.union([sent, received]);
export type Entry = z.input<typeof entry>;
export type Received = z.output<typeof received>;
