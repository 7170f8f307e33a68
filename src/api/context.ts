import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { NetworkProfile } from '../calendar/network-profile.ts';
import type { Dns } from '../deliverability/dns.ts';
import type { Delivery, Reception } from '../events/receive.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../postgres/database.ts';

/** What the API is handed at its composition. */
export interface ApiDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** 32 bytes: signs sessions and sign-in tokens. */
  readonly secret_key: Uint8Array;
  /** The webhook receiver. */
  readonly receive: (delivery: Delivery) => Promise<Reception>;
  /** Looks for accounts that are new at the V2 service; may fail. */
  readonly refreshAccounts: () => Promise<void>;
  /** What the networks tolerate, by tier. Absent: no account has a profile. */
  readonly profiles?: readonly NetworkProfile[];
  /** Absent: the system's name servers. */
  readonly dns?: Dns;
  /** Wall milliseconds after which a worker does not let an admitted call out any more. Absent: as with the usual timeout. */
  readonly lease_ms?: number;
  /** Something was written to the outbox. */
  readonly onOutbox: () => void;
  /** A search for missed events was asked for. */
  readonly onReconciliation?: () => void;
  /** The package's folder, where the page's files are. */
  readonly package_root: string;
  readonly isTemporalUp?: () => Promise<boolean>;
  /** Shared with whoever else measures in this process. */
  readonly metrics?: Registry;
}
