import { settingsForTimeout } from '../../../../activities/deps.ts';
import { startSyncLoop } from '../../../runtime/accounts/sync-loop.ts';
import { createReceiver } from '../../../runtime/events/receive/receive.ts';
import { connectClient } from '../../../runtime/temporal/connect.ts';
import { isWalkThere } from '../../../runtime/temporal/look-up.ts';
import { atMostEvery } from '../../../shared/kit/at-most-every.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { createNotifier, listenForNotifications } from '../../../shared/postgres/notifier.ts';
import { seedApiKey } from '../../api/auth/keys.ts';
import { createApi } from '../../api/create-api.ts';
import { readDiskSpace } from '../disk-space.ts';
import { examine } from '../doctor.ts';
import { newApiKey, secretFile } from '../home.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { readNetworkProfiles } from '../read-network-profiles.ts';
import { announceSystem } from '../running-systems.ts';
import { reportReady, untilStopped } from '../until-stopped.ts';
import { CONNECTIONS } from './connections.ts';
import { createMovableClock } from './movable-clock.ts';
import { oidcSettings } from './oidc-settings.ts';
import { EVENTS_TOPIC, NEWS_TOPIC, OUTBOX_TOPIC, openEngine } from './open-engine.ts';
import { createThreadReader } from './read-thread.ts';
import { requireFreePort } from './require-free-port.ts';

export interface ApiRoleOptions {
  readonly port?: number;
  readonly report: (line: string) => void;
}

/** Wall milliseconds between two looks at the accounts that somebody waits for. */
const NEWS_GAP = SECOND / 2;

/** The API alone, until it is asked to end: HTTP API, console, webhook receiver, and the sync loop with the V2 service. */
export async function runApi(env: NodeJS.ProcessEnv, options: ApiRoleOptions): Promise<void> {
  const stopped = untilStopped();
  const engine = await openEngine(env, 'api', CONNECTIONS.api);
  const { db, clock, log, secrets, environment, home } = engine;
  const port = options.port ?? environment.OVERTURE_PORT ?? 4400;
  try {
    await requireFreePort('OVERTURE_PORT', port);
    await seedApiKey(db, environment.OVERTURE_API_KEY ?? secretFile(home, 'api-key', newApiKey));
    const { client, close } = await connectClient(engine.temporal, engine.dataConverter);
    const onReceived = createNotifier(db, EVENTS_TOPIC);
    const onOutbox = createNotifier(db, OUTBOX_TOPIC);
    const syncLoop = startSyncLoop({
      db,
      clock,
      secrets,
      v2: engine.v2,
      public_url: environment.OVERTURE_PUBLIC_URL?.replace(/\/+$/, '') ?? `http://127.0.0.1:${port}`,
      mode: environment.OVERTURE_EVENTS ?? 'custom',
      ...(environment.OVERTURE_SEARCH_CREDITS === undefined
        ? {}
        : { search_credits: environment.OVERTURE_SEARCH_CREDITS }),
      onReceived,
      onOutbox,
      onMissed: (account, reason) =>
        log.warn({ account, reason }, 'events were missed; reading what happened from the V2 service'),
      onError: (err) => log.warn({ err }, 'the V2 service could not be reached; retrying'),
    });
    const oidc = oidcSettings(environment);
    const app = createApi({
      ...(oidc === null ? {} : { oidc }),
      db,
      clock,
      log,
      keys: engine.keys,
      ...(environment.OVERTURE_PUBLIC_URL === undefined ? {} : { public_url: environment.OVERTURE_PUBLIC_URL }),
      ...(environment.OVERTURE_TRUST_PROXY === undefined ? {} : { trust_proxy: environment.OVERTURE_TRUST_PROXY }),
      allow_private_webhooks: environment.OVERTURE_ALLOW_PRIVATE_WEBHOOKS === true,
      receive: createReceiver({ db, clock, secrets, onReceived, onGap: () => syncLoop.wake() }),
      refreshAccounts: syncLoop.refresh,
      profiles: readNetworkProfiles(environment),
      ...(environment.V2_TIMEOUT === undefined
        ? {}
        : { lease_ms: settingsForTimeout(environment.V2_TIMEOUT * SECOND).lease_ms }),
      onOutbox,
      onReconciliation: () => syncLoop.wake(),
      readThread: createThreadReader(engine.v2),
      v2: engine.v2,
      sendToSelf: (account_id, { to, subject, text, html, key }) =>
        engine.v2.call('messages', 'send', {
          account_id,
          params: { to, subject, ...(text === null ? {} : { message_text: text }), ...(html === null ? {} : { html }) },
          idempotency_key: key,
        }),
      connectLink: ({ platforms, account_id, expires_in }) =>
        engine.v2.manage('connect_link', {
          body: {
            ...(platforms === undefined ? {} : { platforms: [...platforms] }),
            ...(account_id === undefined ? {} : { account_id }),
            expires_in,
          },
        }),
      examine: () => examine(env),
      readDiskSpace: () => readDiskSpace(home.folder),
      package_root: PACKAGE_ROOT,
      movable_clock: createMovableClock({
        db,
        clock,
        client,
        service: engine.service,
        profiles: readNetworkProfiles(environment),
      }),
      isWalkThere: (id) => client.withDeadline(Date.now() + 2 * SECOND, () => isWalkThere(client, id)),
      isTemporalUp: async () => (await client.workflowService.getSystemInfo({})) !== undefined,
    });
    const notifications = listenForNotifications(engine.direct_url, {
      handlers: { [NEWS_TOPIC]: atMostEvery(NEWS_GAP, syncLoop.wake) },
      onError: (err) =>
        log.warn({ err }, 'LISTEN connection lost; looking at accounts every 15 seconds until it is back'),
    });
    let retract = (): void => undefined;
    try {
      const url = await app.listen({ port, host: environment.OVERTURE_HOST ?? '127.0.0.1' });
      // A child of `overture dev`, which does so itself, has a channel to it.
      if (process.send === undefined)
        retract = announceSystem(home.folder, `http://127.0.0.1:${new URL(url).port}`, env);
      options.report(`API and page at ${url}`);
      reportReady();
      options.report(`stopping: ${await stopped}`);
    } finally {
      retract();
      await notifications.close();
      await syncLoop.stop();
      await app.close();
      await close();
    }
  } finally {
    await engine.close();
  }
}
