import type { Logger } from 'pino';
import type { NetworkProfile } from '../src/core/calendar/network-profile.ts';
import type { Activities } from '../src/core/engine/contracts.ts';
import type { AccountCalendars } from '../src/runtime/slots/account-calendars.ts';
import type { CalendarDeps } from '../src/runtime/slots/calendar-deps.ts';
import type { Continuing } from '../src/runtime/store/enrollments/continuing.ts';
import type { AskedStep, StepRecord } from '../src/runtime/store/enrollments/load-step.ts';
import type { FindPlan } from '../src/runtime/store/sequences/plan-cache.ts';
import type { Clock } from '../src/shared/kit/clock.ts';
import type { Database, Queryable } from '../src/shared/postgres/database.ts';
import type { TransactionBatches } from '../src/shared/postgres/transaction-batches.ts';
import type { AccountLanes } from './call/account-lanes.ts';
import type { AccountCheck } from './reconcile/forgotten/check-accounts.ts';
import type { StepPoint } from './step-points.ts';
import type { StepClient } from './v2-caller.ts';

export interface StepSettings {
  /**
   * Wall milliseconds after a call was sent before "it is not there" counts as proof: until then its bytes, or the service's
   * work on them, may still be under way. Longer than the client's timeout.
   */
  readonly proof_after_ms: number;
  /** Wall milliseconds that a performer has between writing its intent and sending the call; one that was frozen for longer may not send. */
  readonly lease_ms: number;
  /** Looks without proof before a person decides. */
  readonly lookups: number;
  /**
   * Whether the service honors `Idempotency-Key`; `detect`: it is asked. Without it, a visit or withdrawal in doubt counts as done.
   */
  readonly idempotency_honored: boolean | 'detect';
  /** Whether other programs use the same accounts: calls that a log without keys has beside ours are theirs. */
  readonly accounts_shared: boolean;
  /** The limits that the networks tolerate, by tier. */
  readonly profiles: readonly NetworkProfile[];
}

/**
 * A call leaves at most `lease_ms` after its intent was written and is given up `timeoutMs` later; what remains to
 * `proof_after_ms` is for the service to end what it had begun.
 */
export const settingsForTimeout = (timeoutMs: number): Pick<StepSettings, 'lease_ms' | 'proof_after_ms'> => ({
  lease_ms: timeoutMs / 6,
  proof_after_ms: (timeoutMs * 4) / 3,
});

export const DEFAULT_SETTINGS: StepSettings = Object.freeze({
  ...settingsForTimeout(30_000),
  lookups: 6,
  idempotency_honored: 'detect',
  accounts_shared: false,
  profiles: [],
});

export interface Refusal {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
}

export interface NextSequence {
  readonly kind: 'next';
  /** Locks what the enrollment needs, before any row is locked. */
  readonly lock: (tx: Queryable) => Promise<void>;
  /** Writes the new enrollment, in the transaction in which the old one ends. */
  readonly enroll: (
    tx: Queryable,
  ) => Promise<{ readonly kind: 'created'; readonly enrollment: { id: string; version: number } } | Refusal>;
}

/** Looks up the current version of a sequence for a person who is to go on in it. */
export type ContinueIn = (sequence: string, from: Continuing) => Promise<NextSequence | Refusal>;

/** Everything that the parts of a step are handed. */
export interface StepDeps {
  readonly db: Database;
  /** Reads what a step needs; steps that look at the same time are read together. Null: there is no such enrollment. */
  readonly loadStep: (asked: AskedStep) => Promise<StepRecord | null>;
  /**
   * Transactions shared by steps that want to begin on an account, and by those that record what came of their calls.
   */
  readonly admissions: TransactionBatches;
  readonly recordings: TransactionBatches;
  readonly clock: Clock;
  /** Each call takes a permit of its account's lane, or throws `LaneFull` before it is sent. */
  readonly v2: StepClient;
  /** The same without a permit, for a caller that has one already. */
  readonly v2_in_place: StepClient;
  readonly log: Logger;
  readonly settings: StepSettings;
  readonly wallNow: () => number;
  /** Called with each point to which the step comes, and waited for. */
  readonly reached: (point: StepPoint) => void | Promise<void>;
  readonly findPlan: FindPlan;
  /** The calendars of accounts, kept between transactions. */
  readonly calendars: AccountCalendars;
  /** Bounds the calls that an account has under way in this process. */
  readonly lanes: AccountLanes;
  /** The one-click unsubscribe link of an enrollment; null where no public address is known. */
  readonly unsubscribeUrl: (enrollmentId: string) => string | null;
  readonly continueIn: ContinueIn;
  /** Absent: nobody looks whether Postgres has forgotten something. */
  readonly accountCheck?: AccountCheck;
  /** Called where somebody waits for what the next look at the accounts of the V2 service will tell. */
  readonly askForNews: () => void;
}

export const calendarOf = ({ clock, settings, findPlan, calendars }: StepDeps): CalendarDeps => ({
  clock,
  profiles: settings.profiles,
  findPlan,
  calendars,
});

export interface ActivityDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: StepClient;
  readonly log: Logger;
  readonly importPage: Activities['importPage'];
  /** Shared with whatever else of this process calls by an account; its own unless given. */
  readonly lanes?: AccountLanes;
  readonly continueIn: ContinueIn;
  readonly settings?: Partial<StepSettings>;
  readonly wallNow?: () => number;
  readonly reached?: (point: StepPoint) => void | Promise<void>;
  readonly unsubscribeUrl?: (enrollmentId: string) => string | null;
  readonly accountCheck?: AccountCheck;
  /** Absent: whoever listens looks by itself. */
  readonly askForNews?: () => void;
}
