import type { NetworkProfile } from '../../core/calendar/network-profile.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { V2Client } from '../../v2/client/create-v2-client.ts';

export interface AuditDeps {
  readonly db: Queryable;
  readonly v2: Pick<V2Client, 'listLogs' | 'call'>;
  readonly profiles: readonly NetworkProfile[];
}
