import type { Clock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';

export interface BringDeps {
  readonly db: Database;
  readonly clock: Clock;
}
