import type { Clock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { V2Client } from '../../../v2/client/create-v2-client.ts';

export interface ReconcileDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'call'>;
  readonly onError: (error: unknown) => void;
}

export interface Search {
  readonly found: number;
  readonly credits: number;
  /** What was done, in words. */
  readonly note: string;
}
