import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import { countEnrollments } from '../../../runtime/store/enrollments/count-enrollments.ts';
import { FLIGHT_QUANTILES, measureFlight } from '../../../runtime/store/intents/measure-flight.ts';
import { countWaiting } from '../../../runtime/store/outbox/count-waiting.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { opensDatabase } from '../../../shared/secrets/stored-ring.ts';
import type { ApiDeps } from '../context.ts';
import { serve } from '../serve.ts';

export function addHealthRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const metrics = deps.metrics ?? new Registry();
  addGauges(metrics, deps.db);

  serve(app, 'getHealth', () => ({ ok: true }));

  /** Ready: what a request needs answers, and our key is still the one that the database is sealed with. */
  serve(app, 'getReadiness', async ({ reply }) => {
    const [[postgres, secret_key], temporal] = await Promise.all([
      opensDatabase(deps.db, deps.keys).then(
        (opens) => [true, opens] as const,
        () => [false, null] as const,
      ),
      deps.isTemporalUp?.().catch(() => false) ?? true,
    ]);
    const ok = postgres && temporal && secret_key;
    reply.status(ok ? 200 : 503);
    return { ok, postgres, temporal, secret_key };
  });

  serve(app, 'getMetrics', async ({ reply }) => reply.type(metrics.contentType).send(await metrics.metrics()));
}

function addGauges(metrics: Registry, db: Database): void {
  new Gauge({
    name: 'overture_enrollments',
    help: 'Enrollments by status',
    labelNames: ['status'],
    registers: [metrics],
    async collect() {
      this.reset();
      const { by_status } = await countEnrollments(db, {});
      for (const [status, count] of Object.entries(by_status)) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'overture_enrollments_replied',
    help: 'Enrollments whose person has answered, whatever their status and outcome',
    registers: [metrics],
    async collect() {
      this.set((await countEnrollments(db, {})).replied);
    },
  });
  new Gauge({
    name: 'overture_waiting',
    help: 'What waits to be processed: outbox rows, events to match, events of unknown people, in-doubt intents',
    labelNames: ['what'],
    registers: [metrics],
    async collect() {
      for (const [what, count] of Object.entries(await countWaiting(db))) this.set({ what }, count);
    },
  });
  new Gauge({
    name: 'overture_send_flight_seconds',
    help: 'Wall time from writing an intent to storing its outcome, over the last 1,000 sends: how late a stop can come',
    labelNames: ['quantile'],
    registers: [metrics],
    async collect() {
      this.reset();
      const seconds = await measureFlight(db);
      for (const [index, value] of seconds.entries()) this.set({ quantile: FLIGHT_QUANTILES[index] ?? 1 }, value);
    },
  });
}
