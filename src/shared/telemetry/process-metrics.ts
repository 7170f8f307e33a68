import { collectDefaultMetrics } from 'prom-client';
import type { PoolUsage } from '../postgres/database.ts';
import { onUnavailable } from '../postgres/unavailable.ts';
import { gaugeIn, processRegistry } from './metrics/define.ts';
import { CONNECTIONS, DISK_FREE } from './metrics/stored-metrics.ts';
import { unavailable } from './metrics/wire-metrics.ts';

/** Bytes that may still be written; null: the system does not say. */
type FreeSpace = () => Promise<number | null>;

const pools = new Set<() => PoolUsage>();
let freeSpace: FreeSpace = async () => null;
let started = false;

/**
 * Begins to measure what every role shows: the process itself (CPU, memory, event loop), its database connections and what Postgres could
 * not do, and the disk of its home folder. Ends with the returned function.
 */
export function measureProcess(pool: () => PoolUsage, disk: FreeSpace): () => void {
  pools.add(pool);
  freeSpace = disk;
  if (!started) {
    started = true;
    collectDefaultMetrics({ register: processRegistry });
    onUnavailable((reason) => unavailable.inc({ reason }));
    gaugeIn(processRegistry, DISK_FREE, async (gauge) => {
      const free = await freeSpace();
      if (free !== null) gauge.set(free);
    });
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
