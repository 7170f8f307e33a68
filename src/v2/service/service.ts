import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type ClockSetting, type SettableClock, virtualTime } from '../../shared/kit/clock.ts';
import { HOUR } from '../../shared/kit/duration.ts';
import type { Database, PooledDatabase } from '../../shared/postgres/database.ts';
import type { Timeouts } from '../../shared/postgres/open-database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { createTransactionBatches } from '../../shared/postgres/transaction-batches.ts';
import { createSecretBox } from '../../shared/secrets/secret-box.ts';
import { type GivenKeys, openKeyRing } from '../../shared/secrets/stored-ring.ts';
import { ServiceError } from './answers/service-error.ts';
import type { Adapter, AdapterTools } from './channels/adapter.ts';
import { type Channels, composeChannels } from './channels/compose-channels.ts';
import { createMailHomes } from './channels/mail-provider.ts';
import { startCallbacks } from './connect-links/start-callbacks.ts';
import { createFaultPoints } from './context/fault-points.ts';
import { createLookups } from './context/lookups.ts';
import { createRateLimiter } from './context/rate-limiter.ts';
import type { ServiceContext, ServiceSettings } from './context/service-context.ts';
import { registerHostedPages } from './hosted-pages/register-hosted-pages.ts';
import { createHonoredKeys } from './idempotency/honored-keys.ts';
import { forgetExpiredAnswers } from './idempotency/stored-answers.ts';
import { seedBootstrapKey } from './keys/seed-bootstrap-key.ts';
import { registerSandboxRoutes, startAgenda } from './sandbox/register-sandbox.ts';
import { createApp } from './server/create-app.ts';
import { registerRoutes } from './server/register-routes.ts';
import { startRetention } from './start-retention.ts';
import { findSealed } from './store/find-sealed.ts';
import { migrate } from './store/migrate.ts';
import { loadClock, saveClock } from './store/service-settings.ts';
import { createEventSink, registerWebhookRoutes, startDeliveries } from './webhooks/register-webhooks.ts';
import { purgeExpired } from './webhooks/retention.ts';

export interface V2ServiceOptions {
  readonly database_url: string;
  /** Past a pooler, for the migrations; absent: `database_url`. */
  readonly direct_database_url?: string;
  /** 32 bytes each. Throws CodedError `wrong_secret_key` where none of them opens the secrets in the database. */
  readonly secret_keys: GivenKeys;
  /** `base_url` may be left out: then it is where the service listens; without an `app_url` the pages are there too. */
  readonly settings: Omit<ServiceSettings, 'base_url' | 'app_url'> & {
    readonly base_url?: string;
    readonly app_url?: string;
  };
  readonly clock: SettableClock;
  /**
   * Default true: `clock` is moved to where the sandbox last set it, unless that is behind. False where `clock` comes from
   * something newer than the database, which the stored speed must not override.
   */
  readonly restore_clock?: boolean;
  readonly log: Logger;
  /**
   * Adapters of this installation to networks that the service has none to: see docs/adapters.md. They are asked in this order,
   * before the service's own.
   */
  readonly adapters?: (tools: AdapterTools) => readonly Adapter[];
  /** The folder of the package, where the migrations are. */
  readonly package_root: string;
  /** Other than `openDatabase` has them. */
  readonly database_timeouts?: Partial<Timeouts>;
  /** After every change that the sandbox's control makes. */
  readonly onClockChange?: (setting: ClockSetting) => void;
}

export interface V2Service {
  readonly app: FastifyInstance;
  readonly context: ServiceContext;
  readonly db: PooledDatabase;
  readonly clock: SettableClock;
  /** The URL at which it listens; empty before `listen`. */
  url(): string;
  /** Starts the deliveries, the sandbox's people and the listening; returns the URL. Port 0: any free one. */
  listen(port: number, host?: string): Promise<string>;
  /** The same without listening, for tests that inject their calls. */
  startWork(): Promise<void>;
  close(): Promise<void>;
}

/** Brings the database up to date and composes the service; nothing runs before `listen` or `startWork`. */
export async function createV2Service(options: V2ServiceOptions): Promise<V2Service> {
  const { clock, log } = options;
  await migrate(options.direct_database_url ?? options.database_url, options.package_root);
  const db = openDatabase(options.database_url, {
    max: 20,
    name: 'overture v2',
    timeouts: options.database_timeouts ?? {},
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  });
  let url = '';
  try {
    const { context, channels } = await compose(db, options, () => url);
    const app = createApp(context);
    registerRoutes(app, context);
    registerWebhookRoutes(app, context);
    registerHostedPages(app, context, options.package_root);
    if (context.settings.sandbox) registerSandboxRoutes(app, context, channels);
    await app.ready();

    let running: Running[] = [];
    const startWork = async () => {
      if (running.length > 0) return;
      await channels.start();
      running = [startDeliveries(context), startCallbacks(context), startSweep(context)];
      running.push(startRetention(context, [purgeExpired, ...channels.purges]));
      if (context.settings.sandbox) running.push(startAgenda(context));
    };
    return {
      app,
      context,
      db,
      clock,
      url: () => url,
      startWork,
      async listen(port, host = '127.0.0.1') {
        await app.listen({ port, host });
        url = urlOf(app.server.address(), host);
        await startWork();
        return url;
      },
      async close() {
        // New calls end first, so that nothing is queued behind what is being stopped.
        await app.close();
        await Promise.all(running.map((part) => part.stop()));
        await channels.stop();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

const isRefusal = (error: unknown): boolean => error instanceof ServiceError;

interface Running {
  stop(): Promise<unknown> | unknown;
}

interface Composed {
  readonly context: ServiceContext;
  readonly channels: Channels;
}

async function compose(db: Database, options: V2ServiceOptions, url: () => string): Promise<Composed> {
  const { clock, log } = options;
  const stored = (options.restore_clock ?? true) ? await loadClock(db) : null;
  if (stored && virtualTime(stored, Date.now()) >= clock.now()) {
    clock.set(stored);
    options.onClockChange?.(stored);
  }
  const { base_url, app_url } = options.settings;
  const settings: ServiceSettings = Object.freeze({
    ...options.settings,
    // Known only once it listens.
    get base_url() {
      return (base_url ?? url()).replace(/\/$/, '');
    },
    get app_url() {
      return (app_url ?? base_url ?? url()).replace(/\/$/, '');
    },
  });
  const ring = await openKeyRing(db, options.secret_keys, findSealed);
  const secrets = createSecretBox(ring);
  const events = createEventSink({ clock });
  const channels = composeChannels({ db, clock, log, events, secrets }, settings, options.adapters ?? (() => []));
  if (settings.bootstrap_key !== null) await seedBootstrapKey(db, settings.bootstrap_key, clock.now());
  const context: ServiceContext = Object.freeze({
    db,
    lookups: createLookups(db),
    // No row carries the name of its transaction, so nobody is asked for it: whoever lost the answer asks again under its key.
    calls: createTransactionBatches(db, async () => false, {
      isRefusal,
      at_once: 2,
      plans_once: true,
    }),
    beginnings: createTransactionBatches(db, async () => false, { isRefusal, plans_once: true, lingers: true }),
    clock,
    log,
    channels: channels.port,
    events,
    secrets,
    settings,
    faults: createFaultPoints(),
    rates: createRateLimiter(settings.rate_limit),
    keys: createHonoredKeys(settings.idempotency ?? true),
    mail_homes: createMailHomes(),
    async setClock(setting: ClockSetting) {
      await saveClock(db, setting);
      clock.set(setting);
      options.onClockChange?.(setting);
    },
  });
  return { context, channels };
}

/** Expired idempotent answers are of no use to anyone; wall time. */
function startSweep({ db, log }: Pick<ServiceContext, 'db' | 'log'>): Running {
  const sweep = () => {
    forgetExpiredAnswers(db).catch((err: unknown) => log.warn({ err }, 'expired stored answers could not be deleted'));
  };
  sweep();
  const timer = setInterval(sweep, HOUR);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function urlOf(address: AddressInfo | string | null, host: string): string {
  if (address === null || typeof address === 'string') throw new Error('the service listens on no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
