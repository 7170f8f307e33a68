import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { createV2Service, type V2Service } from '../../src/v2/service/service.ts';
import { startDeliveries } from '../../src/v2/service/webhooks/register-webhooks.ts';
import { percentile } from '../support/percentile.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';
import type { Ratio } from './ratio.ts';

const ROUNDS = 3;
const BURST = 2000;
/** As many places as the engine gives one webhook at most. */
const AT_ONCE = 16;
/** Windows of a round, with and without the hanging receiver in turns, so that a machine that drifts drifts for both. */
const WINDOWS = 4;
const SPREAD = 60;
const PER_SECOND = 30;
const KEY = 'the-key-of-the-benchmark';

/**
 * Deliveries per second to a receiver that answers at once, against a loop that posts as many bodies at a time, writes one row
 * each, and neither claims, nor signs, nor survives a crash; and how late deliveries arrive at the 95th percentile, while another webhook of the account hangs, against without.
 */
export async function benchDeliveries(report: (line: string) => void): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  const receivers = fork(fileURLToPath(new URL('./delivery-receivers.ts', import.meta.url)));
  let service: V2Service | undefined;
  try {
    const [urls] = (await once(receivers, 'message')) as [{ fast: string; hanging: string }];
    const database_url = await postgres.ensureDatabase('bench_deliveries');
    service = await createV2Service(v2ServiceOptions({ database_url, bootstrap_key: KEY }));
    const bench = { service, receivers, urls };
    await service.db.query('create table bare_log (at timestamptz, body text)');
    await deliverBurst(bench);
    const speed = { ours: [] as number[], baseline: [] as number[] };
    const late = { ours: [] as number[], baseline: [] as number[] };
    for (let round = 1; round <= ROUNDS; round++) {
      speed.ours.push(await deliverBurst(bench));
      speed.baseline.push(await postBare(bench));
      const delays = { alone: [] as number[], beside: [] as number[] };
      for (let window = 0; window < WINDOWS; window++) {
        delays.alone.push(...(await deliverSpread(bench, [])));
        delays.beside.push(...(await deliverSpread(bench, [urls.hanging])));
      }
      late.baseline.push(percentile(delays.alone, 0.95));
      late.ours.push(percentile(delays.beside, 0.95));
      report(
        `round ${round}: ours ${speed.ours.at(-1)?.toFixed(0)}/s, bare ${speed.baseline.at(-1)?.toFixed(0)}/s; ` +
          `p95 ${late.ours.at(-1)?.toFixed(1)} ms beside a hanging receiver, ${late.baseline.at(-1)?.toFixed(1)} ms alone`,
      );
    }
    return [
      { unit: 'deliveries/s', ...speed, aim: 0.5 },
      { unit: 'ms at p95, beside a hanging receiver (ours) and alone (baseline)', ...late, aim: 1.5, at_most: true },
    ];
  } finally {
    await service?.close();
    receivers.kill();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly service: V2Service;
  readonly receivers: ChildProcess;
  readonly urls: { readonly fast: string; readonly hanging: string };
}

/** All queued before the engine starts. */
async function deliverBurst(bench: Bench): Promise<number> {
  const account_id = await watchedAccount(bench, [bench.urls.fast]);
  for (let n = 0; n < BURST; n += 100) await emit(bench, account_id, 100);
  await forget(bench);
  const started = performance.now();
  const engine = startDeliveries(bench.service.context);
  await untilArrived(bench, BURST);
  const seconds = (performance.now() - started) / 1000;
  await engine.stop();
  return BURST / seconds;
}

async function postBare(bench: Bench): Promise<number> {
  await forget(bench);
  const agent = new Agent({ pipelining: 0 });
  let left = BURST;
  const started = performance.now();
  const sender = async () => {
    while (left-- > 0) {
      const body = JSON.stringify({ event: { sent_at: now(), message_text: 'Hello' } });
      const { body: answer } = await request(bench.urls.fast, { method: 'POST', body, dispatcher: agent });
      await answer.dump();
      await bench.service.db.query('insert into bare_log values (now(), $1)', [body]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  const seconds = (performance.now() - started) / 1000;
  await agent.close();
  return BURST / seconds;
}

/** In ms, from the moment before each event was written to its arrival. */
async function deliverSpread(bench: Bench, beside: readonly string[]): Promise<readonly number[]> {
  const account_id = await watchedAccount(bench, [bench.urls.fast, ...beside]);
  await forget(bench);
  const engine = startDeliveries(bench.service.context, { grace_ms: 0 });
  const started = performance.now();
  const writing: Promise<void>[] = [];
  for (let n = 0; n < SPREAD; n++) {
    await sleep(Math.max(0, started + (n * 1000) / PER_SECOND - performance.now()));
    writing.push(emit(bench, account_id, 1));
  }
  await Promise.all(writing);
  const delays = await untilArrived(bench, SPREAD);
  await engine.stop();
  return delays;
}

/** A fresh account, so that nothing is owed from before. */
async function watchedAccount({ service }: Bench, urls: readonly string[]): Promise<string> {
  await service.db.query('delete from accounts');
  const call = async (url: string, payload: object) =>
    (await service.app.inject({ method: 'POST', url, headers: { 'x-api-key': KEY }, payload })).json();
  const { account_id } = await call('/sandbox/accounts', { platform: 'professional' });
  for (const url of urls) {
    const { success } = await call('/v2/webhooks', { account_id, url, enable_signature: true });
    if (!success) throw new Error('the webhook was not created');
  }
  return account_id;
}

const emit = ({ service }: Bench, account_id: string, count: number): Promise<void> =>
  service.db.transaction(async (tx) => {
    for (let n = 0; n < count; n++) {
      await service.context.events.emit(tx, {
        account_id,
        type: 'message',
        direction: 'incoming',
        at: service.clock.now(),
        fields: { sent_at: now(), message_text: 'Hello', message_type: 'TEXT' },
      });
    }
  });

async function untilArrived({ receivers }: Bench, count: number): Promise<readonly number[]> {
  for (;;) {
    receivers.send('tell');
    const [delays] = (await once(receivers, 'message')) as [number[]];
    if (delays.length >= count) return delays;
    await sleep(20);
  }
}

async function forget({ receivers }: Bench): Promise<void> {
  receivers.send('forget');
  receivers.send('tell');
  await once(receivers, 'message');
}

const now = () => performance.timeOrigin + performance.now();
