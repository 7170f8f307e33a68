import type { Account } from './api-shapes.ts';

export function inMailsInWords({ left, booked, per_month, renews_at }: NonNullable<Account['inmails']>): string {
  const more = per_month === null ? '' : `; ${per_month} more on ${renews_at.slice(0, 10)}`;
  return `InMails: ${left} left this month, ${booked} booked${more}`;
}
