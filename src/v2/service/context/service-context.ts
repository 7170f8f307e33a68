import type { Logger } from 'pino';
import type { ClockSetting, SettableClock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { TransactionBatches } from '../../../shared/postgres/transaction-batches.ts';
import type { SecretBox } from '../../../shared/secrets/secret-box.ts';
import type { ChannelSettings } from '../channels/channel-settings.ts';
import type { MailHomes } from '../channels/mail-provider.ts';
import type { ChannelPort } from '../channels/port.ts';
import type { EventSink } from '../events/event-sink.ts';
import type { HonoredKeys } from '../idempotency/honored-keys.ts';
import type { MediaSettings } from '../media/resolve-media.ts';
import type { FaultPoints } from './fault-points.ts';
import type { Lookups } from './lookups.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Everything that the parts of the service are handed once, at its composition in `service.ts`. */
export interface ServiceContext {
  readonly db: Database;
  readonly lookups: Lookups;
  /** Calls that act may share their transactions. */
  readonly calls: TransactionBatches;
  /** Calls that begin what takes place elsewhere share others. */
  readonly beginnings: TransactionBatches;
  readonly clock: SettableClock;
  readonly log: Logger;
  readonly channels: ChannelPort;
  readonly events: EventSink;
  readonly secrets: SecretBox;
  readonly settings: ServiceSettings;
  /** Injects faults into calls, where the sandbox asked for them. */
  readonly faults: FaultPoints;
  readonly rates: RateLimiter;
  readonly keys: HonoredKeys;
  readonly mail_homes: MailHomes;
  /** Stores the setting, then puts it in force; a change that bypassed this would be lost at a restart. */
  setClock(setting: ClockSetting): Promise<void>;
}

export interface ServiceSettings extends ChannelSettings, MediaSettings {
  /** The URL at which people reach the hosted connection pages, without a trailing slash. */
  readonly app_url: string;
  readonly sandbox: boolean;
  /** Requests per second of one key; 0 turns the limit off. */
  readonly rate_limit: number;
  readonly bootstrap_key: string | null;
  /** Default true. False: `Idempotency-Key` is ignored, and the log says neither keys nor targets, as at a service that has no such extension. */
  readonly idempotency?: boolean;
}
