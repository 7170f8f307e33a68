import { type CapInForce, capsOf, lowestOf, warmUpCap } from '../../core/calendar/caps.ts';
import { dayName, dayNumber, weekName } from '../../core/calendar/local-day.ts';
import { type NetworkProfile, profileOf } from '../../core/calendar/network-profile.ts';
import { zoneOf } from '../../core/calendar/zone-of.ts';
import { NETWORK_CLASSES } from '../../language/plan/limit-class.ts';
import type { Cap, LimitClass, Plan } from '../../language/plan/plan.ts';
import { mayHaveReached } from '../../v2/contract/may-have-reached.ts';
import { type Exception, exception, type KnownCall } from './exception.ts';
import type { Ledger, LedgerAccount, LedgerCall } from './read-ledger.ts';
import type { Failure } from './read-service-log.ts';

/** A call that counts against a limit, whatever came of it. */
export interface CountedCall {
  readonly at: string;
  /** The day in the account's zone. */
  readonly day: string;
  readonly account_id: string;
  readonly limit_class: LimitClass;
  /** The key of the step: enrollment, node and visit. */
  readonly key: string;
  readonly person: string;
  /** Null: it succeeded. Else its code, `UNKNOWN` where nobody knows what came of it. */
  readonly failed: string | null;
}

export interface Counted {
  readonly calls: readonly CountedCall[];
  readonly exceptions: readonly Exception[];
}

/**
 * Counts per account, class and local day or week, in the order of the service's log, against the caps of the sequence that
 * each call was of: also the calls that failed and may have reached the network. A mailbox's own limit and the network's are
 * taken as they are today. Against a cap counts whatever is allowed no more itself: a sequence that allows more may go on
 * where another has had its most, and which of their calls left first is chance.
 */
export function countAgainstLimits(
  known: readonly KnownCall[],
  { plans, accounts }: Ledger,
  profiles: readonly NetworkProfile[],
): Counted {
  const counts = new Map<string, CountsByCap>();
  const calls: CountedCall[] = [];
  const exceptions: Exception[] = [];
  for (const { at, call, failed } of reachedNetwork(known)) {
    const limitClass = NETWORK_CLASSES.find((name) => name === call.limit_class);
    const account = accounts.get(call.account_id);
    if (limitClass === undefined || account === undefined) continue;
    const day = dayNumber(at, zoneOf(account));
    calls.push({
      ...{ at: new Date(at).toISOString(), day: dayName(day), account_id: account.id, limit_class: limitClass },
      ...{ key: call.key, person: call.person, failed: failed && nameOf(failed, call) },
    });
    const plan = call.digest === null ? NO_SEQUENCE : plans.get(call.digest);
    if (plan === undefined) continue;
    const judge = (list: string, caps: readonly NamedCap[], to = '') => {
      const by = {
        day: add(counts, `${account.id} ${list} day ${day}`, lowestOf(caps, 'day')),
        week: add(counts, `${account.id} ${list} week ${weekName(day)}`, lowestOf(caps, 'week')),
      };
      for (const cap of caps) {
        const used = countUpTo(by[cap.per], cap.count);
        if (used <= cap.count) continue;
        const text = `number ${used}${to} of its ${cap.per}, where ${cap.of} allows ${cap.count}`;
        exceptions.push(exception('above_a_limit', call, at, text));
      }
    };
    judge(limitClass, capsAt(plan, account, limitClass, day, profiles));
    if (call.domain !== null) {
      const caps = (plan.emails_per_domain ?? []).map((cap) => ({ ...cap, of: 'sequence' }));
      judge(`@${call.domain}`, caps, ` to ${call.domain}`);
    }
  }
  return { calls, exceptions };
}

/** All that may have reached the network: asked again under its key, a call of which nobody knows what came is one call. */
function reachedNetwork(known: readonly KnownCall[]): KnownCall[] {
  const reached = known.filter(mayCount);
  const last = new Map(reached.map((one, index) => [one.key, index]));
  return reached.filter(({ key, failed }, index) => key === null || !failed?.unknown || last.get(key) === index);
}

/** Whether a failed call may have reached the network. Where the service names no code, the one in the ledger counts. */
function mayCount({ failed, call }: KnownCall): boolean {
  if (failed === null || failed.unknown) return true;
  const code = failed.code ?? call.error_code;
  return code !== null && mayHaveReached({ code });
}

const nameOf = (failed: Failure, call: LedgerCall): string =>
  failed.unknown ? 'UNKNOWN' : (failed.code ?? call.error_code ?? 'UNKNOWN');

/** The plan of an answer to somebody who is in no sequence: the limits of the network and of the mailbox hold all the same. */
const NO_SEQUENCE: LimitingPlan = { limits: {} };

type LimitingPlan = Pick<Plan, 'limits' | 'warm_up' | 'emails_per_domain'>;

interface NamedCap extends Cap {
  readonly of: string;
}

function capsAt(
  plan: LimitingPlan,
  account: LedgerAccount,
  limitClass: LimitClass,
  day: number,
  profiles: readonly NetworkProfile[],
): readonly NamedCap[] {
  const zone = zoneOf(account);
  const rules = {
    ...account,
    zone,
    profile: profileOf(account, profiles),
    first_send_at: account.first_send_at?.getTime() ?? null,
  };
  const caps: readonly CapInForce[] = capsOf({ plan, account: rules }, limitClass);
  const firstDay = account.first_send_at === null ? null : dayNumber(account.first_send_at.getTime(), zone);
  const warm = warmUpCap(plan, limitClass, day, firstDay);
  return [...caps, ...(Number.isFinite(warm) ? [{ count: warm, per: 'day' as const, of: 'the warm-up' }] : [])];
}

/** How many calls a list has, by the lowest cap of each. */
type CountsByCap = Map<number, number>;

/** Counts one more call of that lowest cap; the counts of the list. */
function add(lists: Map<string, CountsByCap>, list: string, cap: number): CountsByCap {
  const counts = lists.get(list) ?? new Map<number, number>();
  lists.set(list, counts);
  return counts.set(cap, (counts.get(cap) ?? 0) + 1);
}

/** The calls of which none is allowed more than that. */
function countUpTo(counts: CountsByCap, most: number): number {
  let sum = 0;
  for (const [cap, count] of counts) if (cap <= most) sum += count;
  return sum;
}
