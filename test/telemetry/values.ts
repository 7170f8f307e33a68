import { processRegistry } from '../../src/shared/telemetry/metrics/define.ts';

type Labels = Readonly<Record<string, string>>;

/**
 * Reads what this process has counted so far under these labels, over all others. A process counts for all tests that ran in
 * it.
 */
export async function metricValue(name: string, labels: Labels = {}): Promise<number> {
  const all = await processRegistry.getMetricsAsJSON();
  const values = all.flatMap(({ values: each }) => each as { value: number; labels: Labels; metricName?: string }[]);
  const metric = all.find((one) => one.name === name);
  const own = metric ? (metric.values as typeof values) : values.filter(({ metricName }) => metricName === name);
  return own
    .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** How much `work` adds to a metric. */
export async function addedBy(work: () => Promise<unknown>, name: string, labels: Labels = {}): Promise<number> {
  const before = await metricValue(name, labels);
  await work();
  return (await metricValue(name, labels)) - before;
}
