import {
  type AccountCalendar,
  type BookedSlot,
  createAccountCalendar,
  groupOf,
} from '../../core/calendar/account-calendar.ts';
import type { AccountRules } from '../../core/calendar/caps.ts';
import { localWeek } from '../../core/calendar/local-day.ts';
import { isLimitClass } from '../../language/plan/limit-class.ts';
import { MINUTE } from '../../shared/kit/duration.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { hasOthers, hurries, waitInQueue } from '../../shared/postgres/shared-transaction.ts';
import { afterCommit, wholeOf } from '../../shared/postgres/transaction.ts';
import { type ChangedSlot, type ChangedSlots, findChangedSlots } from '../store/slots/find-changed-slots.ts';
import type { CalendarLook } from '../store/slots/read-for-slot.ts';
import type { StepVisit } from '../store/slots/slot.ts';

/** The calendars of accounts, kept between transactions. */
export interface AccountCalendars {
  /** All slots that caps and distances at `now` and later depend on. Under the account's lock. */
  read(tx: Queryable, account: Pick<AccountRules, 'id' | 'zone'>, now: number): Promise<AccountCalendar>;
  /**
   * The look that `read` would take at a calendar that is in memory, for a caller that asks for more in the same round trip. Null: it is to be read
   * whole, or was looked at in this transaction.
   */
  lookAt(tx: Queryable, account: Pick<AccountRules, 'id' | 'zone'>, now: number): PendingLook | null;
  /**
   * Adds slots that have just been given to the account's calendar, which was read in the same transaction. Requests that share the calendar look
   * into the tables once, and so see these slots before they are written. After the commit they are read like all others.
   */
  give(tx: Queryable, accountId: string, slots: readonly BookedSlot[]): void;
}

export interface PendingLook {
  readonly query: CalendarLook;
  /** Puts into the calendar what was found, and returns it. Null: it is to be read whole after all. */
  take(found: ChangedSlots): AccountCalendar | null;
}

/** How long freed slots are listed at least; a calendar that was read longer ago than half of that is read anew. */
export const FREED_KEPT = 60 * MINUTE;
const LONGEST_SLEEP = FREED_KEPT / 2;
/** Booked slots in memory, of all accounts together: some hundred bytes each. */
const SLOTS_KEPT = 300_000;
/** So many changes may add as many slots at most, and to count all calendars at each look would cost the more the more of them there are. */
const SWEPT_AFTER = 1_000;

interface Entry {
  readonly calendar: AccountCalendar;
  readonly slots: Map<string, readonly BookedSlot[]>;
  readonly zone: string;
  readonly week: string;
  /** The epoch of the tables that the calendar was read from; empty: it was not read yet. */
  epoch: string;
  /** All changes up to this one are in it, and committed. */
  rev: string;
  wall_read_at: number;
  /** Changes by a transaction that may still be rolled back. */
  pending: Pending | null;
}

interface Pending {
  readonly tx: Queryable;
  rev: string;
  readonly undo: (() => void)[];
  readonly given: BookedSlot[];
}

/**
 * Reading ten thousand slots for each new one would make an account slower the more is booked, so they are read once, and then
 * only what changed. The numbers of changes rise in the order of commits, because the account's lock is held for each; what a
 * transaction read of itself is taken out again unless it was committed. What was read before Postgres was set back is forgotten.
 */
export function createAccountCalendars(): AccountCalendars {
  const entries = new Map<string, Entry>();
  let unswept = 0;

  type Account = Pick<AccountRules, 'id' | 'zone'>;

  const freshEntry = ({ id, zone }: Account, week: string): Entry => {
    const empty = { calendar: createAccountCalendar(), slots: new Map(), rev: '0', epoch: '', pending: null };
    const entry = { ...empty, zone, week, wall_read_at: Date.now() };
    entries.set(id, entry);
    return entry;
  };

  const entryOf = (account: Account, now: number): Entry => {
    const week = localWeek(now, account.zone);
    const entry = entries.get(account.id);
    // The calendar that was used last is the last to be dropped.
    entries.delete(account.id);
    // Another zone has other days, and in a new week what is older than its Monday is not needed any more.
    const fits = entry?.week === week && entry.zone === account.zone;
    if (!entry || !fits || Date.now() - entry.wall_read_at > LONGEST_SLEEP) return freshEntry(account, week);
    entries.set(account.id, entry);
    return entry;
  };

  // The calendars that the steps of each shared transaction have read.
  const shared = new WeakMap<Queryable, Map<string, Entry>>();
  const readIn = (tx: Queryable): Map<string, Entry> => {
    const read = shared.get(wholeOf(tx)) ?? new Map<string, Entry>();
    shared.set(wholeOf(tx), read);
    return read;
  };
  const lookedAt = (tx: Queryable, id: string): Entry | undefined => (hasOthers(tx) ? readIn(tx).get(id) : undefined);

  const looking = (entry: Entry, tx: Queryable, account: Account): PendingLook => {
    const pending = pendingOf(entry, tx);
    return {
      query: { account_id: account.id, week: entry.week, since: pending.rev },
      take({ epoch, changes }) {
        const read = lookedAt(tx, account.id);
        if (read) return read.calendar;
        if (entry.epoch !== '' && entry.epoch !== epoch) return null;
        entry.epoch = epoch;
        if (hasOthers(tx)) readIn(tx).set(account.id, entry);
        // Slots that were given before are among those that were read now.
        takeGiven(entry, pending);
        for (const change of changes) {
          apply(entry, pending.undo, change);
          pending.rev = change.rev;
        }
        entry.wall_read_at = Date.now();
        unswept += changes.length;
        if (unswept >= SWEPT_AFTER) {
          unswept = 0;
          dropOldest(entries);
        }
        return entry.calendar;
      },
    };
  };

  async function readInto(entry: Entry, tx: Queryable, account: Account): Promise<AccountCalendar> {
    // Ten thousand slots are read where they hold up none but their account.
    if (entry.epoch === '' && hurries(tx)) waitInQueue(tx);
    const look = looking(entry, tx, account);
    const calendar = look.take(await findChangedSlots(tx, look.query));
    return calendar ?? readInto(freshEntry(account, entry.week), tx, account);
  }

  return {
    async read(tx, account, now) {
      return lookedAt(tx, account.id)?.calendar ?? readInto(entryOf(account, now), tx, account);
    },
    lookAt(tx, account, now) {
      if (lookedAt(tx, account.id)) return null;
      const entry = entryOf(account, now);
      const look = entry.epoch === '' ? null : looking(entry, tx, account);
      return look === null || look.query.since === '0' ? null : look;
    },
    give(tx, accountId, slots) {
      if (!hasOthers(tx)) return;
      const entry = lookedAt(tx, accountId);
      if (!entry?.pending) throw new Error(`the calendar of ${accountId} was not read in this transaction`);
      for (const slot of slots) entry.calendar.add(slot);
      entry.pending.given.push(...slots);
    },
  };
}

function takeGiven({ calendar }: Entry, { given }: Pending): void {
  for (const slot of given.splice(0)) calendar.take(slot);
}

function pendingOf(entry: Entry, part: Queryable): Pending {
  const tx = wholeOf(part);
  if (entry.pending?.tx === tx) return entry.pending;
  // The other transaction is over, since this one has the lock: rolled back, or this process has not heard of its commit yet. Then
  // the same is read again.
  if (entry.pending) takeGiven(entry, entry.pending);
  for (const undo of entry.pending?.undo.reverse() ?? []) undo();
  const pending: Pending = { tx, rev: entry.rev, undo: [], given: [] };
  entry.pending = pending;
  afterCommit(tx, () => {
    if (entry.pending !== pending) return;
    takeGiven(entry, pending);
    entry.rev = pending.rev;
    entry.pending = null;
  });
  return pending;
}

function apply(entry: Entry, undo: (() => void)[], change: ChangedSlot): void {
  const before = entry.slots.get(change.id) ?? [];
  const after = change.place === null ? [] : slotsOf(change.place);
  if (change.place)
    entry.calendar.setWeight(groupOf({ ...change.place, campaign: change.place.campaign_id }), change.place.weight);
  replace(entry, change.id, before, after);
  undo.push(() => replace(entry, change.id, after, before));
}

function replace({ calendar, slots }: Entry, id: string, from: readonly BookedSlot[], to: readonly BookedSlot[]): void {
  for (const slot of from) calendar.take(slot);
  for (const slot of to) calendar.add(slot);
  if (to.length === 0) slots.delete(id);
  else slots.set(id, to);
}

function dropOldest(entries: Map<string, Entry>): void {
  let kept = 0;
  for (const { slots } of entries.values()) kept += slots.size;
  for (const [id, { slots }] of entries) {
    if (kept <= SLOTS_KEPT || entries.size === 1) return;
    entries.delete(id);
    kept -= slots.size;
  }
}

export const stepKey = (step: StepVisit): string => `${step.enrollment_id}/${step.node}/${step.visit}`;

export function stepOf(key: string): StepVisit {
  // The name of a step within others has slashes of its own.
  const [, enrollment_id = '', node = '', visit = ''] = /^([^/]*)\/(.*)\/(\d+)$/.exec(key) ?? [];
  return { enrollment_id, node, visit: Number(visit) };
}

function slotsOf(row: NonNullable<ChangedSlot['place']>): BookedSlot[] {
  const { limit_class } = row;
  if (!isLimitClass(limit_class)) return [];
  const { sequence, campaign_id, at, local_day, local_week, urgent, state, amount, domain, spent } = row;
  const slot: BookedSlot = {
    // Slots that an earlier call has spent count, but are no longer the step's own.
    step: spent === 0 ? stepKey(row) : `${stepKey(row)}#${spent}`,
    sequence,
    limit_class,
    at: at.getTime(),
    local_day,
    local_week,
    urgent,
    used: state === 'used',
    campaign: campaign_id,
    domain,
  };
  return amount === 1 ? [slot] : Array.from({ length: amount }, () => ({ ...slot }));
}
