import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The processes that show a metric. */
export type MetricRole = 'api' | 'worker' | 'v2';

/** The description of a metric, for Prometheus and docs/monitoring.md. */
export interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly roles: readonly MetricRole[];
}

type Given<Label extends string> = Omit<MetricDefinition, 'kind' | 'labels'> & { readonly labels: readonly Label[] };
type Defined<Instrument> = Instrument & { readonly definition: MetricDefinition };

/** The metrics that this process has counted and measured itself. */
export const processRegistry = new Registry();

/** Seconds, for what is over within a request. */
export const SHORT = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Seconds, for what should be soon and may take hours. */
export const LONG = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 7200, 86_400];
/** Seconds, for what waits for its day. */
export const DAYS = [60, 900, 3600, 14_400, 43_200, 86_400, 172_800, 345_600, 604_800, 1_209_600, 2_592_000];

export function counter<Label extends string>(given: Given<Label>): Defined<Counter<Label>> {
  const { name, help, labels } = given;
  const instrument = new Counter({ name, help, labelNames: [...labels], registers: [processRegistry] });
  return Object.assign(instrument, { definition: { kind: 'counter' as const, ...given } });
}

export function histogram<Label extends string>(
  given: Given<Label> & { readonly buckets: readonly number[] },
): Defined<Histogram<Label>> {
  const { buckets, ...said } = given;
  const { name, help, labels } = said;
  const options = { name, help, labelNames: [...labels], buckets: [...buckets], registers: [processRegistry] };
  return Object.assign(new Histogram(options), { definition: { kind: 'histogram' as const, ...said } });
}

/** Read whenever somebody asks for the metrics, into a registry of its own: one process may have several databases. */
export function gaugeDefinition<Label extends string>(given: Given<Label>): MetricDefinition & Given<Label> {
  return { kind: 'gauge', ...given };
}

export function gaugeIn<Label extends string>(
  registry: Registry,
  { name, help, labels }: Given<Label>,
  collect: (gauge: Gauge<Label>) => void | Promise<void>,
): void {
  new Gauge<Label>({
    ...{ name, help, labelNames: [...labels], registers: [registry] },
    async collect() {
      this.reset();
      await collect(this);
    },
  });
}
