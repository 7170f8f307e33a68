import type { FastifyInstance } from 'fastify';
import { readBehind } from '../../../runtime/store/accounts/behind.ts';
import { createWriteProbe } from '../../../shared/postgres/probe-writes.ts';
import { describeUnavailable, type Unavailable } from '../../../shared/postgres/unavailable.ts';
import { opensDatabase } from '../../../shared/secrets/stored-ring.ts';
import { processRegistry } from '../../../shared/telemetry/metrics/define.ts';
import type { ApiDeps } from '../context.ts';
import { serve } from '../serve.ts';
import { createStoredMetrics } from '../stored-metrics.ts';

export function addHealthRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const stored = createStoredMetrics(deps);
  const probe = createWriteProbe(deps.db);

  const said = (reason: Unavailable) => {
    const { text, fix } = describeUnavailable(reason);
    return { reason, text: `${text}.`, fix };
  };

  serve(app, 'getHealth', () => ({ ok: true }));

  /** Ready: what a request needs answers, Postgres takes writes, and our key is still the one that the database is sealed with. */
  serve(app, 'getReadiness', async ({ reply }) => {
    const [[postgres, secret_key], temporal, behind, reason, disk] = await Promise.all([
      opensDatabase(deps.db, deps.keys).then(
        (opens) => [true, opens] as const,
        () => [false, null] as const,
      ),
      deps.isTemporalUp?.().catch(() => false) ?? true,
      readBehind(deps.db).catch(() => null),
      probe().catch(() => null),
      deps.readDiskSpace?.() ?? null,
    ]);
    const ok = postgres && reason === null && temporal && secret_key === true;
    reply.status(ok ? 200 : 503);
    return {
      ...{ ok, postgres, temporal, secret_key },
      unavailable: reason === null ? null : said(reason),
      accounts_behind: behind?.length ?? null,
      disk_free_bytes: disk?.free ?? null,
    };
  });

  /** While the database is away, what this process counted is worth all the more. */
  const ofDatabase = () =>
    stored.metrics().catch((err: unknown) => {
      deps.log.warn({ err }, 'the metrics of the database could not be read');
      return '';
    });
  serve(app, 'getMetrics', async ({ reply }) => {
    const [ours, of_database] = await Promise.all([processRegistry.metrics(), ofDatabase()]);
    return reply.type(processRegistry.contentType).send(`${ours}\n${of_database}`);
  });
}
