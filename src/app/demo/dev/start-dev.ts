import { findSealed } from '../../../runtime/store/find-sealed.ts';
import { migrate } from '../../../runtime/store/migrate.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { openKeyRing } from '../../../shared/secrets/stored-ring.ts';
import { readEnvironment } from '../../main/config/read-environment.ts';
import type { Environment } from '../../main/config/variables.ts';
import { freePort } from '../../main/free-port.ts';
import {
  type Home,
  newApiKey,
  newV2Key,
  openHome,
  type RunFile,
  readRunFile,
  secretFile,
  writeRunFile,
} from '../../main/home.ts';
import { PACKAGE_ROOT } from '../../main/package-root.ts';
import { commandLine, isAlive } from '../../main/processes.ts';
import { publicUrl } from '../../main/roles/public-url.ts';
import { METRICS_PORT } from '../../main/roles/serve-metrics.ts';
import { announceSystem } from '../../main/running-systems.ts';
import { secretKeys } from '../../main/secret-keys.ts';
import { openSharedClock } from '../../main/shared-clock.ts';
import { openWaitingClock } from '../../main/waiting-clock.ts';
import { type DemoMail, startDemoMail } from '../demo-mail.ts';
import { choosePort } from './choose-port.ts';
import type { DevReporter } from './dev-reporter.ts';
import type { DevSystem } from './dev-system.ts';
import { startRole } from './start-role.ts';
import { startDatabases, startOrFindTemporal } from './start-servers.ts';

export interface DevOptions {
  /** Time runs at speed 1, because the caller moves the clock to whatever is due next. */
  readonly jump?: boolean;
}

/** A day in 20 s: the default speed of the demo. */
const DEMO_SPEED = 4320;

/**
 * Finds or starts Postgres and Temporal beside each other, the V2 service as soon as its database is there, and then API and worker; each is asked
 * whether it serves before what needs it begins. Whatever fails, what was started is stopped again.
 */
export async function startDev(
  processEnv: NodeJS.ProcessEnv,
  reporter: DevReporter,
  { jump = false }: DevOptions = {},
): Promise<DevSystem> {
  const environment = readEnvironment(processEnv);
  const home = openHome(environment.OVERTURE_HOME ?? '.overture');
  refuseSecond(home);

  const parts: { name: string; stop(): Promise<void> }[] = [];
  const stop = async (report: (line: string) => void) => {
    for (const part of parts.splice(0).reverse()) {
      report(`stopping ${part.name}`);
      await part.stop().catch((error: Error) => report(`${part.name} did not stop cleanly: ${error.message}`));
    }
  };

  const starting: Promise<unknown>[] = [];
  /** Notes a part that starts beside others, so that a failure waits for it before anything is stopped. */
  const beside = <T>(part: Promise<T>): Promise<T> => {
    starting.push(part.catch(() => undefined));
    return part;
  };
  try {
    const isOurService = environment.V2_BASE_URL === undefined;
    const demo = isOurService && (environment.OVERTURE_DEMO ?? true);
    const speed = environment.OVERTURE_CLOCK_SPEED ?? (jump ? 1 : undefined);
    const shared = isOurService
      ? openWaitingClock(home, { ...(speed === undefined ? {} : { speed }), initial_speed: demo ? DEMO_SPEED : 1 })
      : { ...openSharedClock(home, speed), begin: () => undefined };
    parts.push({ name: 'clock', stop: async () => shared.close() });
    // Beside all else, for it may have to be fetched.
    const mail = demo ? startMail(home, environment, shared.clock, reporter) : null;
    if (mail) parts.push({ name: 'mail server', stop: async () => stopMail(await mail) });
    // After a kill it tells the next start what may live on.
    const before = readRunFile(home);
    let run: RunFile = {
      pid: process.pid,
      started_at: new Date().toISOString(),
      clock: shared.clock.setting(),
      pids: {},
      ...(before?.temporal ? { temporal: before.temporal } : {}),
    };
    const note = (change: Partial<RunFile>) => {
      run = { ...run, ...change };
      writeRunFile(home, run);
    };

    const workflows = beside(startOrFindTemporal(home, processEnv, reporter, (temporal) => note({ temporal }))).then(
      (started) => {
        if (started.kept) parts.push({ name: 'Temporal', stop: started.kept.stop });
        note({ temporal: started.run });
        return started;
      },
    );
    starting.push(workflows.catch(() => undefined));
    const databases = await startDatabases(home, environment, reporter, (postgres) => note({ postgres }));
    if (databases.kept) parts.push({ name: 'Postgres', stop: databases.kept.stop });
    const postgres = databases.run;
    note({ postgres });
    const ran = await migrate(environment.DATABASE_DIRECT_URL ?? postgres.url, PACKAGE_ROOT);
    if (ran.length > 0) reporter.progress(`database brought up to date (${ran.length} migrations)`);

    // Each role does so too; here it is checked before anything else is started.
    const checked = openDatabase(postgres.url, { max: 1 });
    await openKeyRing(checked, secretKeys(environment, home), findSealed).finally(checked.close);
    const apiKey = environment.OVERTURE_API_KEY ?? secretFile(home, 'api-key', newApiKey);
    const v2Key = environment.V2_API_KEY ?? environment.V2_BOOTSTRAP_KEY ?? secretFile(home, 'v2-key', newV2Key);
    const v2Port = await choosePort('V2_PORT', environment.V2_PORT, 4401, reporter.notice);
    const apiPort = await choosePort('OVERTURE_PORT', environment.OVERTURE_PORT, 4400, reporter.notice);
    const metricsPort =
      environment.OVERTURE_METRICS_PORT || (await freePort(environment.OVERTURE_METRICS_PORT ?? METRICS_PORT));
    const v2Url = environment.V2_BASE_URL ?? `http://127.0.0.1:${v2Port}`;

    const databaseEnv: NodeJS.ProcessEnv = {
      ...processEnv,
      OVERTURE_HOME: home.folder,
      OVERTURE_PORT: String(apiPort),
      OVERTURE_METRICS_PORT: String(metricsPort),
      OVERTURE_API_KEY: apiKey,
      OVERTURE_CLOCK_SPEED: '',
      DATABASE_URL: postgres.url,
      V2_DATABASE_URL: postgres.v2_url,
      V2_BASE_URL: v2Url,
      V2_PORT: String(v2Port),
      V2_API_KEY: v2Key,
      ...(environment.V2_BASE_URL
        ? {}
        : {
            V2_BOOTSTRAP_KEY: environment.V2_BOOTSTRAP_KEY ?? v2Key,
            V2_SANDBOX: processEnv.V2_SANDBOX || '1',
            V2_RATE_LIMIT: processEnv.V2_RATE_LIMIT || '0',
            V2_ALLOW_PRIVATE_WEBHOOKS: processEnv.V2_ALLOW_PRIVATE_WEBHOOKS || '1',
            ...(demo ? { V2_ALLOW_PRIVATE_MAIL: processEnv.V2_ALLOW_PRIVATE_MAIL || '1' } : {}),
          }),
    };
    const role = async (name: string, args: string[], detail: string, env: NodeJS.ProcessEnv) => {
      reporter.progress(`starting ${name}`);
      const running = await startRole({
        name,
        args,
        env,
        log_file: home.path('logs', `${args[0]}.log`),
        needs: async () => void (await Promise.all([databases.kept?.up(), (await workflows).kept?.up()])),
        onPid: (role, pid) => note({ pids: { ...run.pids, [role]: pid } }),
        onRestart: (role, why, wait) => reporter.notice(`${role}: ${why}; starting it again in ${wait / 1000} s`),
      });
      parts.push({ name, stop: () => running.stop() });
      reporter.up(name, detail);
    };
    if (environment.V2_BASE_URL) reporter.up('V2 service', `${v2Url} (given)`);
    else await role('V2 service', ['v2', '--port', String(v2Port)], v2Url, databaseEnv);
    note({ v2: { url: v2Url, port: v2Port } });
    const temporal = (await workflows).run;
    const env = { ...databaseEnv, TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace };
    const api = { url: `http://127.0.0.1:${apiPort}`, port: apiPort };
    const worker = { url: `http://127.0.0.1:${metricsPort}` };
    await Promise.all([
      beside(role('API', ['api'], api.url, env)),
      beside(role('worker', ['worker'], `task queue overture, metrics at ${worker.url}/metrics`, env)),
    ]);
    note({ api, worker });
    const retract = announceSystem(home.folder, api.url, processEnv);
    parts.push({ name: 'note to commands', stop: async () => retract() });
    return {
      ...{ home, run, api_key: apiKey, v2_key: v2Key, environment, mail: Promise.resolve(mail), stop },
      virtualNow: () => shared.clock.now(),
      speed: 'speed' in shared ? shared.speed : shared.clock.setting().speed,
      beginTime: shared.begin,
    };
  } catch (error) {
    await Promise.all(starting);
    await stop(() => undefined);
    throw error;
  }
}

async function startMail(home: Home, environment: Environment, clock: Clock, reporter: DevReporter): Promise<DemoMail> {
  if (environment.OVERTURE_DEMO_MAIL === 'sandbox') return { kind: 'sandbox', why: 'OVERTURE_DEMO_MAIL is sandbox' };
  const mail = await startDemoMail({
    ...{ home, clock, progress: reporter.progress, notice: reporter.notice },
    ownUrl: () => publicUrl(environment, home),
  });
  if (mail.kind === 'real') {
    const { imap, smtp } = mail.server;
    reporter.up('mail server', `IMAP port ${imap.port}, SMTP port ${smtp.port}`);
  }
  return mail;
}

const stopMail = async (mail: DemoMail): Promise<void> => (mail.kind === 'real' ? mail.stop() : undefined);

function refuseSecond(home: Home): void {
  const running = readRunFile(home);
  if (!running || running.pid === process.pid || !isAlive(running.pid) || !/\bdev\b/.test(commandLine(running.pid)))
    return;
  throw new CodedError(
    'already_running',
    `Overture already runs on ${home.folder} (process ${running.pid}${running.api ? `, ${running.api.url}` : ''}).`,
    {
      fix: 'Use that one, stop it with Ctrl-C first, or set OVERTURE_HOME to another folder.',
    },
  );
}
