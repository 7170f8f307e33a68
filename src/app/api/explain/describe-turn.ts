import { lowestCap } from '../../../core/calendar/caps.ts';
import { profileOf } from '../../../core/calendar/network-profile.ts';
import { zoneOf } from '../../../core/calendar/zone-of.ts';
import type { LimitClass, Plan } from '../../../language/plan/plan.ts';
import { findAccount } from '../../../runtime/store/accounts/find-account.ts';
import type { EnrollmentRow } from '../../../runtime/store/enrollments/enrollment-row.ts';
import { findTurn } from '../../../runtime/store/queues/find-turn.ts';
import type { ApiDeps } from '../context.ts';

const MOST_COUNTED = 10_000;

/** When the turn of somebody who waits to begin comes, as far as anyone can say; null for who does not wait for it. */
export async function describeTurn(
  { db, profiles = [] }: ApiDeps,
  row: EnrollmentRow,
  plan: Plan,
): Promise<string | null> {
  if (row.status !== 'queued') return null;
  const turn = await findTurn(db, row.id, MOST_COUNTED);
  const [place] = turn?.places ?? [];
  if (turn === null) return null;
  const before = turn.ahead < MOST_COUNTED ? `${turn.ahead}` : `more than ${MOST_COUNTED}`;
  const text = `waits to begin: ${before} ${turn.ahead === 1 ? 'person is' : 'people are'} ahead`;
  const account = place === undefined ? null : await findAccount(db, place.account_id);
  if (place === undefined || account === null) return text;
  const rules = { ...account, zone: zoneOf(account), profile: profileOf(account, profiles), first_send_at: null };
  const perDay = Math.min(
    capOf(plan, rules, place.limit_class, 'day'),
    capOf(plan, rules, place.limit_class, 'week') / 7,
  );
  if (perDay === Number.POSITIVE_INFINITY || perDay <= 0) return text;
  const days = Math.ceil((turn.ahead + 1) / perDay);
  return `${text}; ${account.name} has ${round(perDay)} ${place.limit_class} slots a day, so it takes about ${days} ${days === 1 ? 'day' : 'days'} unless others need them`;
}

const capOf = (
  plan: Plan,
  account: Parameters<typeof lowestCap>[0]['account'],
  limitClass: string,
  per: 'day' | 'week',
): number => lowestCap({ plan, account }, limitClass as LimitClass, per);

const round = (count: number): string => String(Math.round(count * 10) / 10);
