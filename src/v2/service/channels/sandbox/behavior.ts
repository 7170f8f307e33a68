import { z } from 'zod';
import { parseIsoDuration } from '../../../../shared/kit/duration.ts';

const duration = z
  .string()
  .refine((text) => parseIsoDuration(text) !== null, 'must be an ISO 8601 duration such as PT2H');

/** Behavior of a person by themselves, in durations of virtual time. A person with an empty one never acts alone. */
export const behaviorSchema = z.object({
  accepts_after: duration.optional(),
  declines_inmail_after: duration.optional(),
  replies_after: z
    .object({
      invitation: duration.optional(),
      message: duration.optional(),
      inmail: duration.optional(),
      email: duration.optional(),
      messenger: duration.optional(),
    })
    .optional(),
  reply_text: z.string().optional(),
  bounces: z.enum(['hard', 'soft']).optional(),
  /** Clicks the unsubscribe link of a mail. */
  unsubscribes_after: duration.optional(),
  /** Calls a mail spam. */
  complains_after: duration.optional(),
  /** Until then every mail is answered by a machine. */
  auto_reply_until: z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
      error: 'must be a date, such as 2026-03-02 or 2026-03-02T09:00:00Z',
    })
    .optional(),
});

export type Behavior = z.infer<typeof behaviorSchema>;
export type ReplyCause = keyof NonNullable<Behavior['replies_after']>;

/** When a reaction to something at `at` is due; null for never. */
export function dueAfter(at: number, iso: string | undefined): number | null {
  const wait = iso === undefined ? null : parseIsoDuration(iso);
  return wait === null ? null : at + wait;
}
