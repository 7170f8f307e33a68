import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inSpan, markSpan, traceHeader } from '../../src/shared/telemetry/tracing.ts';
import { readCpuTime } from './cpu-time.ts';
import { finished, makePeople, prepareOwner, SEQUENCE, until } from './enroll-people.ts';
import { post } from './post.ts';
import { type Bound, median } from './ratio.ts';
import { type BenchSystem, withSystem } from './with-system.ts';

const ROUNDS = 8;
const PER_ROUND = 60;
/** As Prometheus asks for the metrics unless told otherwise. */
const SCRAPED_EVERY_MS = 15_000;
const SCRAPES = 40;
/** Spans and headers of one enrollment of this sequence, of its calls, events and webhooks, in all roles; rounded up. */
const SPANS = 60;
const ROLES = [
  { process: 'API', at: 'api' },
  { process: 'worker', at: 'worker' },
  { process: 'V2 service', at: 'v2' },
] as const;
/** The third: a webhook that wants every event. */
const WAYS = ['with metrics', 'without', 'with a webhook'] as const;
type Way = (typeof WAYS)[number];

interface Spent {
  /** Milliseconds of CPU of our roles, for each enrollment. */
  readonly cpu: number;
  /** Share of each second that was used while the enrollments ran. */
  readonly busy: number;
}

/**
 * Measures how much CPU an enrollment costs to watch: the time that its updates of metrics take in our roles, the CPU of
 * answering Prometheus, and the spans that nobody wants. Each is timed by itself and compared with the CPU of the roles, since
 * the difference of two runs is smaller than their noise; it is shown too.
 */
export async function benchTelemetry(report: (line: string) => void): Promise<Bound[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-metrics-'));
  const preload = pathToFileURL(fileURLToPath(new URL('./measure-metrics.mjs', import.meta.url))).href;
  const env = {
    ...{ NODE_OPTIONS: `--import ${preload}`, METRICS_FILES: join(folder, 'metrics') },
    OVERTURE_ALLOW_PRIVATE_WEBHOOKS: '1',
  };
  const receiver = fork(fileURLToPath(new URL('./bare-receiver.ts', import.meta.url)));
  try {
    const url = await new Promise<string>((resolve) => receiver.once('message', (said) => resolve(String(said))));
    return await withSystem(report, env, (bench) => measure(report, bench, { files: env.METRICS_FILES, url }));
  } finally {
    receiver.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  report: (line: string) => void,
  bench: BenchSystem,
  { files, url }: { readonly files: string; readonly url: string },
): Promise<Bound[]> {
  const { system, v2, api } = bench;
  const pids = ROLES.map(({ process: name }) => pidOf(system, name));
  await prepareOwner(v2);
  await post(api, '/api/sequences', SEQUENCE);
  const webhook = await post<{ id: string }>(api, '/api/webhooks', { url, events: ['*'] });
  const setWebhook = async (status: 'active' | 'paused') => {
    const headers = { ...api.headers, 'content-type': 'application/json' };
    const body = JSON.stringify({ status });
    const { ok } = await fetch(`${api.url}/api/webhooks/${webhook.id}`, { method: 'PATCH', headers, body });
    if (!ok) throw new Error('the webhook was not changed');
  };
  await setWebhook('paused');

  let on = true;
  const setMetrics = async (wanted: boolean) => {
    if (on === wanted) return;
    on = wanted;
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
    await until(async () => pids.every((pid) => countedIn(files, pid).on === wanted));
  };
  const spent: Record<Way, Spent[]> = { 'with metrics': [], without: [], 'with a webhook': [] };
  const round = async (way: Way, count: number): Promise<Spent> => {
    await setMetrics(way !== 'without');
    await setWebhook(way === 'with a webhook' ? 'active' : 'paused');
    const people = await makePeople(v2, count);
    const already = await finished(bench.engine);
    const before = rolesOf(readCpuTime(system));
    const began = performance.now();
    await post(api, '/api/enrollments/batch', {
      sequence: 'benchmark',
      leads: people.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
    });
    await until(async () => (await finished(bench.engine)) >= already + count);
    const cpu = rolesOf(readCpuTime(system)) - before;
    return { cpu: cpu / count, busy: cpu / (performance.now() - began) };
  };

  for (const way of WAYS) await round(way, PER_ROUND);
  await setMetrics(false);
  const updatesBefore = pids.map((pid) => countedIn(files, pid));
  for (let at = 0; at < ROUNDS; at++) {
    // Another week: the network lets an account send only so many invitations in one.
    await post(v2, '/sandbox/clock', { advance: 'P8D' });
    // Whoever begins has the colder caches.
    for (const way of WAYS.map((_, place) => WAYS[(place + at) % WAYS.length] ?? 'without'))
      spent[way].push(await round(way, PER_ROUND));
  }
  // Switching writes down what there was.
  await setMetrics(true);
  await setMetrics(false);
  const updates = pids.map((pid, role) => {
    const { updates, ms } = countedIn(files, pid);
    return { updates: updates - (updatesBefore[role]?.updates ?? 0), ms: ms - (updatesBefore[role]?.ms ?? 0) };
  });
  if (updates.some((one) => one.updates === 0))
    throw new Error('a role has counted nothing: its metrics were not timed');
  const counted = 2 * ROUNDS * PER_ROUND;
  const perEnrollment = sum(updates.map(({ ms }) => ms)) / counted;
  const cpu = median(spent['with metrics'].map((one) => one.cpu));
  const busy = median(spent['with metrics'].map((one) => one.busy));
  const scrape = await scrapeCost(bench);
  const span = await spanCost();

  const share = (way: Way) => {
    const ratios = spent[way].map((one, at) => (one.cpu / (spent.without[at]?.cpu ?? Number.NaN) - 1) * 100);
    const sorted = ratios.toSorted((one, other) => one - other);
    const at = (quantile: number) => sorted[Math.floor(quantile * (sorted.length - 1))]?.toFixed(1);
    return `${median(ratios).toFixed(1)} % (half of the rounds ${at(0.25)} to ${at(0.75)})`;
  };
  const times = (sum(updates.map((one) => one.updates)) / counted).toFixed(0);
  report(
    `an enrollment: ${cpu.toFixed(1)} ms of CPU of our roles; ${(busy * 100).toFixed(0)} % of a core while they went`,
  );
  report(`metrics: ${times} updates an enrollment, ${(perEnrollment * 1000).toFixed(0)} µs in all`);
  report(`Prometheus: ${scrape.toFixed(1)} ms of CPU to answer it once in all roles`);
  report(`a span that nobody wants: ${(span * 1e6).toFixed(0)} ns`);
  report(`CPU with metrics against without: ${share('with metrics')}; with a webhook too: ${share('with a webhook')}`);
  return [
    { what: 'updates of metrics', ...ofCpu(perEnrollment / cpu) },
    { what: 'updates, and Prometheus every 15 s', ...ofCpu(perEnrollment / cpu + scrape / SCRAPED_EVERY_MS / busy) },
    { what: `tracing that is switched off, ${SPANS} spans`, ...ofCpu((SPANS * span) / cpu), aim: 0.1 },
  ];
}

const ofCpu = (share: number) => ({ unit: '% of the CPU of an enrollment', measured: share * 100, aim: 2 });
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const rolesOf = (cpu: ReadonlyMap<string, number>): number => sum(ROLES.map(({ process: name }) => cpu.get(name) ?? 0));

function pidOf({ run }: BenchSystem['system'], name: string): number {
  const pid = run.pids?.[name];
  // 0 would be all of us.
  if (!pid) throw new Error(`no process is called ${name}`);
  return pid;
}

function countedIn(files: string, pid: number): { on: boolean; updates: number; ms: number } {
  return JSON.parse(readFileSync(`${files}-${pid}.json`, 'utf8'));
}

/** Milliseconds of CPU of all roles. */
async function scrapeCost({ system }: BenchSystem): Promise<number> {
  const scrape = () => Promise.all(ROLES.map(async ({ at }) => (await fetch(`${system.run[at]?.url}/metrics`)).text()));
  await scrape();
  const [idle, busy] = [
    [0, 0],
    [0, 0],
  ];
  for (const [times, measured] of [
    [0, idle],
    [SCRAPES, busy],
  ] as const) {
    const before = rolesOf(readCpuTime(system));
    const began = performance.now();
    for (let at = 0; at < times; at++) await scrape();
    // What the roles do by themselves is measured over a time in which nobody asks anything.
    if (times === 0) await new Promise((resolve) => setTimeout(resolve, 3000));
    measured[0] = rolesOf(readCpuTime(system)) - before;
    measured[1] = performance.now() - began;
  }
  // Roles do a little all the time.
  const [idleCpu = 0, idleMs = 1] = idle;
  const [cpu = 0, ms = 0] = busy;
  return Math.max(0, cpu - (idleCpu / idleMs) * ms) / SCRAPES;
}

/** Milliseconds of CPU of what a call asks of the tracing that is off, beside the call itself: the fastest of some rounds. */
async function spanCost(): Promise<number> {
  const times = 200_000;
  const work = async () => undefined;
  const cpuOf = async (call: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    for (let at = 0; at < times; at++) await call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / times;
  };
  const traced = async () => {
    traceHeader();
    markSpan({ name: 'event', of: { enrollment: 'enr_1' }, attributes: { 'overture.node': 'n1' } });
    return inSpan({ name: 'step', of: { enrollment: 'enr_1' }, attributes: { 'overture.node': 'n1' } }, work);
  };
  const rounds: number[] = [];
  for (let at = 0; at < 5; at++) rounds.push(((await cpuOf(traced)) - (await cpuOf(work))) / 3);
  return Math.max(0, Math.min(...rounds));
}
