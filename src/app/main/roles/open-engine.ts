import type { Logger } from 'pino';
import { bringNames } from '../../../runtime/enroll/names/bring-names.ts';
import { bringAddressReports } from '../../../runtime/events/bounces/bring-address-reports.ts';
import { findSealed } from '../../../runtime/store/find-sealed.ts';
import { migrate } from '../../../runtime/store/migrate.ts';
import { findPlan } from '../../../runtime/store/sequences/find-plan.ts';
import type { TemporalServerSettings } from '../../../runtime/temporal/connect.ts';
import { createDataConverter } from '../../../runtime/temporal/data-converter.ts';
import type { SettableClock } from '../../../shared/kit/clock.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import type { KeyRing } from '../../../shared/secrets/key-ring.ts';
import { createSecretBox } from '../../../shared/secrets/secret-box.ts';
import { openKeyRing } from '../../../shared/secrets/stored-ring.ts';
import { measureProcess } from '../../../shared/telemetry/process-metrics.ts';
import { createV2Client, type V2Client } from '../../../v2/client/create-v2-client.ts';
import { readEnvironment } from '../config/read-environment.ts';
import type { Environment } from '../config/variables.ts';
import { readDiskSpace } from '../disk-space.ts';
import { type Home, newV2Key, openHome, readRunFile, secretFile } from '../home.ts';
import { createLogger } from '../logger.ts';
import { openTracing } from '../open-tracing.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { secretKeys } from '../secret-keys.ts';
import { openSharedClock } from '../shared-clock.ts';
import { startTemporal } from '../temporal/start-temporal.ts';
import { temporalSettings } from '../temporal/temporal-settings.ts';
import { engineDatabase, roleV2 } from './role-databases.ts';

/** The parts that the roles `api` and `worker` share, opened in this order and closed in the other. */
export interface Engine {
  readonly environment: Environment;
  readonly home: Home;
  readonly log: Logger;
  readonly clock: SettableClock;
  readonly db: Database;
  readonly url: string;
  /** For what needs a session of its own: LISTEN. */
  readonly direct_url: string;
  readonly v2: V2Client;
  /** The address of the V2 service, and the key for it. */
  readonly service: { readonly base_url: string; readonly api_key: string };
  readonly keys: KeyRing;
  readonly secrets: ReturnType<typeof createSecretBox>;
  readonly temporal: TemporalServerSettings;
  readonly dataConverter: ReturnType<typeof createDataConverter>;
  /** A connection to Postgres broke: what is behind it may be another copy by now. */
  onConnectionLost(tell: () => void): void;
  close(): Promise<void>;
}

/** Notifications from the API to the worker: events were received, or something was written for Temporal. */
export const EVENTS_TOPIC = 'events';
export const OUTBOX_TOPIC = 'outbox';
/** Somebody waits for what the next look at the accounts of the V2 service will tell. */
export const NEWS_TOPIC = 'news';

export async function openEngine(env: NodeJS.ProcessEnv, role: string, connections: number): Promise<Engine> {
  const environment = readEnvironment(env);
  const home = openHome(environment.OVERTURE_HOME ?? '.overture');
  const log = createLogger(role, environment);
  const listeners: (() => void)[] = [];
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const part of closing.splice(0).reverse()) await part();
  };
  try {
    closing.push(await openTracing(role, environment, log));
    const shared = openSharedClock(home, environment.OVERTURE_CLOCK_SPEED);
    closing.push(shared.close);
    const database = await engineDatabase(home, environment);
    closing.push(database.stop);
    await migrate(database.direct_url, PACKAGE_ROOT);
    const db = openDatabase(database.url, {
      max: connections,
      name: `overture ${role}`,
      plans_once: role === 'worker',
      onError: (err) => {
        for (const tell of listeners) tell();
        log.warn({ err }, 'a database connection was lost');
      },
    });
    closing.push(
      db.close,
      measureProcess(db.usage, async () => (await readDiskSpace(home.folder))?.free ?? null),
    );
    // Checked before anything is written: what a wrong key encrypts nobody can read later.
    // Whoever said no in another spelling is known before any step begins.
    await bringNames({ db, clock: shared.clock }, 1);
    await bringAddressReports({ db }, 1);
    const keys = await openKeyRing(db, secretKeys(environment, home), findSealed);
    const temporal = await engineTemporal(env, home, closing);
    const service = roleV2(home, environment, () => secretFile(home, 'v2-key', newV2Key));
    const v2 = createV2Client({
      ...service,
      ...(environment.V2_TIMEOUT === undefined ? {} : { timeout_ms: environment.V2_TIMEOUT * SECOND }),
    });
    closing.push(v2.close);
    return {
      environment,
      home,
      log,
      clock: shared.clock,
      db,
      url: database.url,
      direct_url: database.direct_url,
      v2,
      service,
      keys,
      secrets: createSecretBox(keys),
      temporal,
      onConnectionLost: (tell) => listeners.push(tell),
      dataConverter: createDataConverter({
        keys,
        loadPlan: async (digest) => {
          const plan = await findPlan(db, digest);
          if (plan === null) throw new CodedError('unknown_plan', `There is no plan ${digest}.`);
          return plan;
        },
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** As configured, else what runs in the home, else a dev server of our own. */
async function engineTemporal(
  env: NodeJS.ProcessEnv,
  home: Home,
  closing: (() => Promise<void> | void)[],
): Promise<TemporalServerSettings> {
  const given = temporalSettings(env);
  if (given) return given;
  const running = readRunFile(home)?.temporal;
  const server = running ?? (await startTemporal(home));
  if ('stop' in server && !server.adopted) closing.push(server.stop);
  return { namespace: server.namespace, connection: { address: server.address } };
}
