import type { MetricDefinition } from './define.ts';
import * as eventMetrics from './event-metrics.ts';
import * as stepMetrics from './step-metrics.ts';
import { CONNECTIONS, DISK_FREE, STORED } from './stored-metrics.ts';
import * as wireMetrics from './wire-metrics.ts';

/** Every metric of ours: docs/monitoring.md lists them, and the dashboard and the alerts may use no other. */
export const ALL_METRICS: readonly MetricDefinition[] = [
  ...[stepMetrics, eventMetrics, wireMetrics].flatMap((group) =>
    Object.values(group).map(({ definition }) => definition),
  ),
  ...Object.values(STORED),
  DISK_FREE,
  CONNECTIONS,
];
