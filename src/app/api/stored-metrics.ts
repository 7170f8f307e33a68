import { Registry } from 'prom-client';
import { readCreditsLeft } from '../../runtime/store/credits/credits-left.ts';
import { FLIGHT_QUANTILES, measureFlight } from '../../runtime/store/intents/measure-flight.ts';
import { countByStatus } from '../../runtime/store/metrics/count-by-status.ts';
import { countWaiting } from '../../runtime/store/metrics/count-waiting.ts';
import { listAccountStates } from '../../runtime/store/metrics/list-account-states.ts';
import { SECOND } from '../../shared/kit/duration.ts';
import { gaugeIn } from '../../shared/telemetry/metrics/define.ts';
import { STORED } from '../../shared/telemetry/metrics/stored-metrics.ts';
import type { ApiDeps } from './context.ts';

/** Wall milliseconds for which an answer is given again: several who scrape cost the database no more than one. */
const KEPT_MS = 2 * SECOND;

/**
 * Creates the metrics that are true of the engine's database as a whole. This role alone asks, by statements that read no large
 * table.
 */
export function createStoredMetrics({ db, clock }: Pick<ApiDeps, 'db' | 'clock'>): Registry {
  const registry = new Registry();
  const statuses = kept(() => countByStatus(db));
  const waiting = kept(() => countWaiting(db));

  gaugeIn(registry, STORED.enrollments, async (gauge) => {
    for (const [status, count] of Object.entries((await statuses())?.by_status ?? {})) gauge.set({ status }, count);
  });
  gaugeIn(registry, STORED.replied, async (gauge) => {
    const counts = await statuses();
    if (counts !== null) gauge.set(counts.replied);
  });
  gaugeIn(registry, STORED.waiting, async (gauge) => {
    for (const [what, count] of Object.entries((await waiting()).counts)) gauge.set({ what }, count);
  });
  gaugeIn(registry, STORED.waitingAge, async (gauge) => {
    const { outbox_age, doubt_age, pending_since } = await waiting();
    const pending = pending_since === null ? 0 : Math.max(0, clock.now() - pending_since.getTime());
    gauge.set({ what: 'outbox' }, outbox_age);
    gauge.set({ what: 'intents_in_doubt' }, doubt_age);
    gauge.set({ what: 'events_pending' }, pending / clock.setting().speed / SECOND);
  });
  gaugeIn(registry, STORED.flight, async (gauge) => {
    for (const [at, seconds] of (await measureFlight(db)).entries())
      gauge.set({ quantile: String(FLIGHT_QUANTILES[at] ?? 1) }, seconds);
  });
  gaugeIn(registry, STORED.accountUp, async (gauge) => {
    for (const { account, channel, why } of await listAccountStates(db))
      gauge.set({ account, channel, why: why ?? '' }, why === null ? 1 : 0);
  });
  gaugeIn(registry, STORED.credits, async (gauge) => {
    const left = await readCreditsLeft(db, null);
    if (left !== null) gauge.set(left);
  });
  return registry;
}

function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > KEPT_MS) last = { at: performance.now(), answer: read() };
    return last.answer;
  };
}
