import { measureProcess } from '../../../shared/telemetry/process-metrics.ts';
import { mailConsents, type OAuthClient } from '../../../v2/service/channels/mail/consents/mail-consent.ts';
import { createV2Service } from '../../../v2/service/service.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { readDiskSpace } from '../disk-space.ts';
import { newV2Key, openHome, secretFile, writeClockFile } from '../home.ts';
import { createLogger } from '../logger.ts';
import { openTracing } from '../open-tracing.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { secretKeys } from '../secret-keys.ts';
import { openSharedClock } from '../shared-clock.ts';
import { reportReady, untilStopped } from '../until-stopped.ts';
import { requireFreePort } from './require-free-port.ts';
import { v2Database } from './role-databases.ts';

export interface V2RoleOptions {
  readonly port?: number;
  readonly report: (line: string) => void;
}

/** The V2 service alone, until it is asked to end. */
export async function runV2(env: NodeJS.ProcessEnv, options: V2RoleOptions): Promise<void> {
  const environment = readEnvironment(env);
  const home = openHome(environment.OVERTURE_HOME ?? '.overture');
  const port = options.port ?? environment.V2_PORT ?? 4401;
  await requireFreePort('V2_PORT', port);
  const database = await v2Database(home, environment);
  const sandbox = environment.V2_SANDBOX ?? false;
  const log = createLogger('v2', environment);
  const stopTracing = await openTracing('v2', environment, log);
  const shared = openSharedClock(home, environment.OVERTURE_CLOCK_SPEED);
  const clients = {
    google: oauthClient(environment.V2_GOOGLE_CLIENT_ID, environment.V2_GOOGLE_CLIENT_SECRET),
    microsoft: oauthClient(environment.V2_MICROSOFT_CLIENT_ID, environment.V2_MICROSOFT_CLIENT_SECRET),
  };
  try {
    const service = await createV2Service({
      database_url: database.url,
      secret_keys: secretKeys(environment, home),
      direct_database_url: database.direct_url,
      settings: {
        ...(environment.V2_APP_URL === undefined ? {} : { app_url: environment.V2_APP_URL }),
        sandbox,
        rate_limit: environment.V2_RATE_LIMIT ?? 20,
        allow_private_webhooks: environment.V2_ALLOW_PRIVATE_WEBHOOKS ?? false,
        allow_private_media: environment.V2_ALLOW_PRIVATE_MEDIA ?? false,
        mail: { allow_private: environment.V2_ALLOW_PRIVATE_MAIL ?? false, consents: await mailConsents(clients) },
        media_folder: environment.V2_MEDIA_FOLDER ?? null,
        idempotency: environment.V2_IDEMPOTENCY ?? true,
        // A sandbox is of no use without a first key.
        bootstrap_key: environment.V2_BOOTSTRAP_KEY ?? (sandbox ? secretFile(home, 'v2-key', newV2Key) : null),
      },
      clock: shared.clock,
      restore_clock: false,
      log,
      package_root: PACKAGE_ROOT,
      onClockChange: (setting) => writeClockFile(home, setting),
    });
    const unmeasure = measureProcess(service.db.usage, async () => (await readDiskSpace(home.folder))?.free ?? null);
    try {
      const url = await service.listen(port, environment.OVERTURE_HOST ?? '127.0.0.1');
      options.report(`V2 service at ${url}${sandbox ? ', with its sandbox' : ''}`);
      reportReady();
      options.report(`stopping: ${await untilStopped()}`);
    } finally {
      unmeasure();
      await service.close();
    }
  } finally {
    shared.close();
    await stopTracing();
    await database.stop();
  }
}

const oauthClient = (client_id: string | undefined, secret: string | undefined): OAuthClient | null =>
  client_id === undefined ? null : { client_id, client_secret: secret ?? null };
