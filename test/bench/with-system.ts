import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DevSystem } from '../../src/app/demo/dev/dev-system.ts';
import { startDev } from '../../src/app/demo/dev/start-dev.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import type { Served } from './post.ts';

/** A whole Overture of its own, as a benchmark sees it. */
export interface BenchSystem {
  readonly system: DevSystem;
  readonly home: string;
  readonly v2: Served;
  readonly api: Served;
  /** The engine's database. */
  readonly engine: pg.Client;
  /** The V2 service's database. */
  readonly service: pg.Client;
  /** Returns the URL of a database of the server by its name. */
  readonly url: (database: string) => string;
}

/**
 * Runs `work` beside a system that is gone afterwards, also when the benchmark is interrupted. `env` adds to what every benchmark sets; `prepare` comes
 * before the start.
 */
export async function withSystem<T>(
  report: (line: string) => void,
  env: NodeJS.ProcessEnv,
  work: (bench: BenchSystem) => Promise<T>,
  prepare: (home: string) => Promise<void> = async () => undefined,
): Promise<T> {
  const home = temporaryHome('overture-bench-');
  await prepare(home);
  const settings = {
    ...process.env,
    OVERTURE_HOME: home,
    OVERTURE_DEMO: '0',
    OVERTURE_PORT: '0',
    V2_PORT: '0',
    OVERTURE_LOG_LEVEL: 'warn',
    // No network profiles: what is measured is not to wait for a limit.
    OVERTURE_LIMITS: mkdtempSync(join(home, 'limits-')),
    ...env,
  };
  const up = (name: string, at: string) => report(`${name}: ${at}`);
  const system = await startDev(settings, { progress: () => undefined, up, notice: report });
  system.beginTime();
  const stop = async () => {
    await system.stop(() => undefined);
    rmSync(home, { recursive: true, force: true });
  };
  let interrupted: Promise<void> | undefined;
  const interrupt = () => {
    interrupted ??= stop().finally(() => process.exit(130));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const engineUrl = system.run.postgres?.url ?? '';
  const engine = new pg.Client({ connectionString: engineUrl });
  const service = new pg.Client({ connectionString: engineUrl.replace(/\/overture(\?|$)/, '/overture_v2$1') });
  // A connection that breaks shows in the next query.
  for (const database of [engine, service]) database.on('error', () => undefined);
  try {
    await engine.connect();
    await service.connect();
    const v2 = { url: system.run.v2?.url ?? '', headers: { 'x-api-key': system.v2_key } };
    const api = { url: system.run.api?.url ?? '', headers: { authorization: `Bearer ${system.api_key}` } };
    const url = (database: string) => engineUrl.replace(/\/overture(\?|$)/, `/${database}$1`);
    return await work({ system, home, v2, api, engine, service, url });
  } catch (error) {
    // What an interrupt has broken off says nothing: the process ends as soon as the system has.
    await interrupted;
    throw error;
  } finally {
    await engine.end();
    await service.end();
    await stop();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** `count` selects one number as `n`. */
export async function untilCount(database: pg.Client, count: string, wanted: number): Promise<void> {
  const condition = async () => ((await database.query<{ n: number }>(count)).rows[0]?.n ?? 0) >= wanted;
  if (!(await waitUntil(condition, { timeout: 1_200_000, every: 100 })))
    throw new Error(`20 minutes without ${wanted}: ${count}`);
}
