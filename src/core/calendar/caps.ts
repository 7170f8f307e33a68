import { isSendClass } from '../../language/plan/node-traits.ts';
import type { Cap, LimitClass, Plan } from '../../language/plan/plan.ts';
import type { NetworkProfile } from './network-profile.ts';

/** The limits of an account that hold for all sequences. */
export interface AccountRules {
  readonly id: string;
  readonly name: string;
  /** The zone whose days and weeks the caps count. */
  readonly zone: string;
  /** A mailbox's own cap. */
  readonly daily_limit: number | null;
  readonly profile: NetworkProfile | null;
  /** Null: it has sent nothing yet. */
  readonly first_send_at: number | null;
  /** Sends of a mailbox by other tools: they take slots of its own limit. */
  readonly elsewhere?: { readonly local_day: string; readonly count: number } | null;
  /** Null or absent: nothing is known of its InMails, or nothing limits them. */
  readonly inmail_stock?: InMailStock | null;
}

export interface InMailStock {
  /** The number that may be sent until the next renewal. */
  readonly left: number;
  /** When that was so, epoch milliseconds. */
  readonly at: number;
  /** The number that the first of each month (UTC) adds; null: not known. */
  readonly per_month: number | null;
}

/** A cap, and where it comes from. */
export interface CapInForce extends Cap {
  readonly of: 'sequence' | 'mailbox' | 'profile';
}

export interface CapQuestion {
  readonly plan: Pick<Plan, 'limits' | 'warm_up'>;
  readonly account: AccountRules;
}

/** The daily caps and weekly caps of a class. The lowest of a period is the one that counts, and comes first of its period. */
export function capsOf({ plan, account }: CapQuestion, limitClass: LimitClass): readonly CapInForce[] {
  const caps: CapInForce[] = (plan.limits[limitClass] ?? []).map((cap) => ({ ...cap, of: 'sequence' }));
  if (limitClass === 'email' && account.daily_limit !== null) {
    caps.push({ count: account.daily_limit, per: 'day', of: 'mailbox' });
  }
  for (const cap of account.profile?.caps[limitClass] ?? []) caps.push({ ...cap, of: 'profile' });
  return caps.sort((a, b) => (a.per === b.per ? a.count - b.count : a.per === 'day' ? -1 : 1));
}

/** The cap that counts for a period, without building the list of all; Infinity when there is none. */
export function lowestCap({ plan, account }: CapQuestion, limitClass: LimitClass, per: Cap['per']): number {
  const own = ownCap(account, limitClass, per);
  return Math.min(
    own ?? Number.POSITIVE_INFINITY,
    lowestOf(plan.limits[limitClass], per),
    lowestOf(account.profile?.caps[limitClass], per),
  );
}

/** The mailbox's own limit, which counts what was sent elsewhere too. */
export function ownCap({ daily_limit }: AccountRules, limitClass: LimitClass, per: Cap['per']): number | null {
  return limitClass === 'email' && per === 'day' ? daily_limit : null;
}

/** How much of the mailbox's own limit other tools have used. */
export function takenElsewhere({ elsewhere }: AccountRules, limitClass: LimitClass, localDay: string): number {
  return limitClass === 'email' && elsewhere?.local_day === localDay ? elsewhere.count : 0;
}

/** The lowest cap of a period; Infinity where there is none. */
export function lowestOf(caps: readonly Cap[] | undefined, per: Cap['per']): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const cap of caps ?? []) if (cap.per === per && cap.count < lowest) lowest = cap.count;
  return lowest;
}

/** Warm-up: what a new account may send of one class on a local day. `firstDay` is null when it has neither sent nor booked anything. */
export function warmUpCap(
  plan: Pick<Plan, 'warm_up'>,
  limitClass: LimitClass,
  day: number,
  firstDay: number | null,
): number {
  if (!plan.warm_up || !isSendClass(limitClass)) return Number.POSITIVE_INFINITY;
  const { start, grow } = plan.warm_up;
  return start + grow * Math.max(0, day - (firstDay ?? day));
}
