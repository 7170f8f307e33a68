import type { Clock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { V2Client } from '../../../v2/client/create-v2-client.ts';

export interface ReconcileDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'call'>;
  readonly onError: (error: unknown) => void;
  /** Credits that searches of one account's inbox may cost in 24 hours of virtual time. */
  readonly search_credits?: number;
}

export const DEFAULT_SEARCH_CREDITS = 200;

export interface Search {
  readonly found: number;
  readonly credits: number;
  /** The work that was done, in words. */
  readonly note: string;
  /** Why it could not go on to the end. Absent: it did. */
  readonly waits?: Waits;
}

export interface Waits {
  /** `budget`: of the day. `balance`: the owner's. */
  readonly for: 'budget' | 'balance';
  /** Conversations whose newest message is not later have been read; null: none has. */
  readonly read_until: Date | null;
}
