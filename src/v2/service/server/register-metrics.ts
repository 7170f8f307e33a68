import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { SECOND } from '../../../shared/kit/duration.ts';
import { gaugeIn, processRegistry } from '../../../shared/telemetry/metrics/define.ts';
import { STORED } from '../../../shared/telemetry/metrics/stored-metrics.ts';
import type { ServiceContext } from '../context/service-context.ts';

const OLDEST_DUE = 'select due_at from deliveries where due_at is not null and not held order by due_at limit 1';

/** Needs no key. */
export function registerMetrics(app: FastifyInstance, { db, clock }: Pick<ServiceContext, 'db' | 'clock'>): void {
  const stored = new Registry();
  gaugeIn(stored, STORED.deliveriesWaiting, async (gauge) => {
    const { rows } = await db.query<{ due_at: Date }>(OLDEST_DUE);
    const due = rows[0]?.due_at.getTime() ?? clock.now();
    gauge.set(Math.max(0, clock.now() - due) / clock.setting().speed / SECOND);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(processRegistry.contentType).send(`${await processRegistry.metrics()}\n${await stored.metrics()}`),
  );
}
