import type { Account } from './api-shapes.ts';
import type { Times } from './times.ts';

export function inMailsInWords(inmails: NonNullable<Account['inmails']>, times: Times): string {
  const { left, booked, per_month, renews_at } = inmails;
  const more = per_month === null ? '' : `; ${per_month} more on ${times.day(renews_at)}`;
  return `InMails: ${left} left this month, ${booked} booked${more}`;
}
