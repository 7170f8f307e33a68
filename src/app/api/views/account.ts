import type { NetworkProfile } from '../../../core/calendar/network-profile.ts';
import { type InMails, readInMails } from '../../../runtime/slots/read-inmails.ts';
import type { AccountRow } from '../../../runtime/store/accounts/account.ts';
import { behindSince, describeBehind } from '../../../runtime/store/accounts/behind.ts';
import { findCreditShortage } from '../../../runtime/store/accounts/credit-shortage.ts';
import { DEFAULT_GUARDRAILS, readMailHealth } from '../../../runtime/store/accounts/guard-mailbox.ts';
import { type ClassBackoff, listClassBackoffs } from '../../../runtime/store/accounts/list-class-backoffs.ts';
import { listWaitingPeople } from '../../../runtime/store/accounts/list-waiting.ts';
import { describePause, listPauses, type PauseRow } from '../../../runtime/store/control/pauses.ts';
import { type Clock, virtualTime } from '../../../shared/kit/clock.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Why calls of an account wait. Its steps show the first reason. */
interface Held {
  readonly kind: 'paused' | 'guardrail' | 'behind' | 'not_connected' | 'slow_down' | 'credits' | 'limit';
  readonly reason: string;
  readonly since: Date | null;
  /** Virtual time; null: until somebody or something ends it. */
  readonly until: Date | null;
  /** The class of steps that waits; absent: all do. */
  readonly limit_class?: string;
}

interface Around {
  readonly holds: readonly PauseRow[];
  readonly classes: readonly ClassBackoff[];
  readonly credits: Held | null;
  readonly inmails: InMails | null;
}

/** One account as a list shows it. */
export async function viewAccount(
  deps: Parameters<typeof viewAccounts>[0],
  account: AccountRow,
  profileOf: (account: AccountRow) => NetworkProfile | null,
) {
  const [view] = await viewAccounts(deps, [account], profileOf);
  if (view === undefined) throw new Error(`the account ${account.id} has no view`);
  return view;
}

/** Accounts with all that their calls wait for, and how far each mailbox is from its guardrails. */
export async function viewAccounts(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  accounts: readonly AccountRow[],
  profileOf: (account: AccountRow) => NetworkProfile | null,
) {
  const [holds, classes, broke, waiting] = await Promise.all([
    listPauses(db),
    listClassBackoffs(db),
    findCreditShortage(db),
    listWaitingPeople(db),
  ]);
  const credits: Held | null = broke && { kind: 'credits', reason: broke.reason, since: broke.since, until: null };
  const around = { holds, classes, credits };
  return Promise.all(
    accounts.map(async (account) => {
      const { id, platform, name, email, country, timezone, products, daily_limit, status } = account;
      const profile = profileOf(account);
      const inmails = await readInMails(db, account, profile, clock.now());
      const held = holdsOf(account, { ...around, inmails }, clock);
      return {
        ...{
          id,
          platform,
          name,
          email,
          country,
          timezone,
          products,
          profile: profile?.name ?? null,
          daily_limit,
          status,
        },
        held_until: held[0]?.until ?? null,
        held_reason: held[0]?.reason ?? null,
        held,
        inmails,
        // In its calendar, by what keeps them there.
        waiting: waiting
          .filter(({ account_id }) => account_id === id)
          .map(({ people, reason, next }) => ({ people, reason, next })),
        health: platform === 'email' ? await healthOf(db, id, new Date(clock.now())) : null,
      };
    }),
  );
}

function holdsOf(account: AccountRow, { holds, classes, credits, inmails }: Around, clock: Clock): Held[] {
  const { id, name, status, paused_at, paused_reason, held_reason, held_since, wall_held_until } = account;
  const now = clock.now();
  const mine = holds.filter(({ scope, target }) => scope === 'all' || (scope === 'account' && target === id));
  const found: (Held | null)[] = mine.map((hold) => ({
    ...{ kind: 'paused', reason: describePause(hold), since: hold.at, until: null },
  }));
  if (paused_at !== null) {
    found.push({ kind: 'guardrail', reason: paused_reason ?? '', since: paused_at, until: null });
  }
  const behind = describeBehind(account);
  if (behind !== null) found.push({ kind: 'behind', reason: behind, since: behindSince(account), until: null });
  if (status !== 'connected') {
    const reason = held_reason ?? `${name} is not connected (${status.replaceAll('_', ' ')})`;
    found.push({ kind: 'not_connected', reason, since: held_since, until: null });
  } else {
    const until = wall_held_until === null ? 0 : virtualTime(clock.setting(), wall_held_until.getTime());
    if (until > now) {
      const reason = held_reason ?? `${name} backs off`;
      found.push({ kind: 'slow_down', reason, since: held_since, until: new Date(until) });
    }
  }
  for (const { account_id, limit_class, until, reason } of classes) {
    if (account_id === id && until.getTime() > now) {
      found.push({ kind: 'limit', reason, since: null, until, limit_class });
    }
  }
  if (inmails !== null && inmails.free === 0) found.push(noInMail(inmails));
  return [...found, credits].filter((one) => one !== null);
}

const noInMail = ({ left, per_month, renews_at }: InMails): Held => ({
  ...{ kind: 'limit', limit_class: 'inmail', since: null, until: per_month === null ? null : renews_at },
  reason: left === 0 ? 'no InMail is left' : `no InMail is free: ${left} left, all of them booked`,
});

async function healthOf(db: Queryable, id: string, now: Date) {
  const { since, sends, bounces, complaints } = await readMailHealth(db, id, DEFAULT_GUARDRAILS, now);
  return { since, sends, bounces, complaints, pauses_at: DEFAULT_GUARDRAILS };
}
