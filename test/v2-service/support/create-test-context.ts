import { pino } from 'pino';
import { createTransactionBatches } from '../../../src/shared/postgres/transaction-batches.ts';
import { createSecretBox } from '../../../src/shared/secrets/secret-box.ts';
import { createMailHomes } from '../../../src/v2/service/channels/mail-provider.ts';
import { createFaultPoints } from '../../../src/v2/service/context/fault-points.ts';
import { createLookups } from '../../../src/v2/service/context/lookups.ts';
import { createRateLimiter } from '../../../src/v2/service/context/rate-limiter.ts';
import type { ServiceContext, ServiceSettings } from '../../../src/v2/service/context/service-context.ts';
import { createHonoredKeys } from '../../../src/v2/service/idempotency/honored-keys.ts';

type Parts = Pick<ServiceContext, 'db' | 'clock' | 'channels' | 'events'>;

/** Makes the context of a service, for tests that compose some of its parts alone. */
export function createTestContext(parts: Parts, settings: Partial<ServiceSettings> = {}): ServiceContext {
  return {
    ...parts,
    lookups: createLookups(parts.db),
    calls: createTransactionBatches(parts.db, async () => false),
    beginnings: createTransactionBatches(parts.db, async () => false),
    log: pino({ level: 'silent' }),
    secrets: createSecretBox(new Uint8Array(32)),
    settings: {
      base_url: 'http://service.test',
      app_url: 'http://app.test',
      sandbox: true,
      rate_limit: 0,
      allow_private_webhooks: true,
      allow_private_media: true,
      media_folder: null,
      bootstrap_key: null,
      ...settings,
    },
    faults: createFaultPoints(),
    rates: createRateLimiter(settings.rate_limit ?? 0),
    keys: createHonoredKeys(settings.idempotency ?? true),
    mail_homes: createMailHomes(async () => ({ kind: 'unanswered' })),
    setClock: async (setting) => parts.clock.set(setting),
  };
}
