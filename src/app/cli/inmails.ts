import { z } from 'zod';

/** The InMails of an account, as the API tells them. */
export const inmails = z.looseObject({
  left: z.number(),
  booked: z.number(),
  per_month: z.number().nullable(),
  renews_at: z.string(),
});

export function inMailsInWords({ left, booked, per_month, renews_at }: z.output<typeof inmails>): string {
  const more = per_month === null ? '' : `; ${per_month} more on ${renews_at.slice(0, 10)}`;
  return `InMails: ${left} left this month, ${booked} booked${more}`;
}
