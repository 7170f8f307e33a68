import { collectDefaultMetrics } from 'prom-client';
import type { PoolUsage } from '../postgres/database.ts';
import { gaugeIn, processRegistry } from './metrics/define.ts';
import { CONNECTIONS } from './metrics/stored-metrics.ts';

const pools = new Set<() => PoolUsage>();
let started = false;

/** Begins to measure what every role shows: the process itself (CPU, memory, event loop) and its database connections. Ends with the returned function. */
export function measureProcess(pool: () => PoolUsage): () => void {
  pools.add(pool);
  if (!started) {
    started = true;
    collectDefaultMetrics({ register: processRegistry });
    gaugeIn(processRegistry, CONNECTIONS, (gauge) => {
      for (const state of ['idle', 'busy', 'waiting'] as const) {
        const each = [...pools].map((usage) => usage()[state]);
        gauge.set(
          { state },
          each.reduce((sum, n) => sum + n, 0),
        );
      }
    });
  }
  return () => void pools.delete(pool);
}
