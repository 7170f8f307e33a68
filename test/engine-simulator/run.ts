// The whole engine in one process, with every crash and every order that a seed can choose:
// `npm run test:simulator -- --seed 1 --histories 2000 --minutes 10 --mix large`, `-- --replay <what a failure printed>`, `-- --mutations`.
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../src/main/postgres/start-postgres.ts';
import { type Failure, runHistories, type Sum } from './histories.ts';
import { MUTATIONS } from './mutations.ts';
import { runHistory } from './run-history.ts';
import { decodeScript } from './shrink.ts';
import { createTestDatabase } from './test-database.ts';
import { realNow } from './virtual-time.ts';
import { isMix, MIXES, type Mix } from './write-script.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '60' },
    // A worker and its server wait for each other: one more than there are cores keeps all of them busy.
    workers: { type: 'string', default: String(availableParallelism() + 1) },
    mix: { type: 'string', default: 'mixed' },
    replay: { type: 'string' },
    shrink: { type: 'boolean', default: true },
    'most-failures': { type: 'string', default: '3' },
    mutations: { type: 'boolean', default: false },
    mutation: { type: 'string' },
    // What the processes of one run tell each other.
    worker: { type: 'string' },
    server: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const workers = Number(values.workers);
const mix = mixOf(values.mix);
const mutation = values.mutation === undefined ? undefined : MUTATIONS.find(({ name }) => name === values.mutation);
if (values.mutation !== undefined && !mutation) throw new Error(`no mutation is called ${values.mutation}`);

function mixOf(name: string): Mix {
  if (isMix(name)) return name;
  throw new Error(`--mix is one of ${Object.keys(MIXES).join(', ')}, not ${name}`);
}

/** A file system that no disk is behind, where there is one. */
const MEMORY = '/dev/shm';

/** A server that is there already, or one for this run. */
async function openServer(): Promise<{ readonly server: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { server: given, stop: async () => undefined };
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'overture-simulator-'));
  const postgres = await startPostgres({ folder, durable: false });
  return {
    server: postgres.url('postgres'),
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function show({ seed, findings, replay, script }: Failure): void {
  print(`\nseed ${seed}:`);
  for (const { invariant, text } of findings) print(`  ${invariant}: ${text}`);
  print(`  ${JSON.stringify(script)}`);
  print(`  npm run test:simulator -- --replay '${replay}'`);
}

async function work(server: string, worker: number): Promise<Sum> {
  const database = await createTestDatabase(server, `simulator_${worker}`);
  try {
    return await runHistories(database, {
      first: Number(values.seed) + worker,
      step: workers,
      histories: Math.ceil(Number(values.histories) / workers),
      until: realNow() + Number(values.minutes) * 60_000,
      most_failures: Number(values['most-failures']),
      shrink: values.shrink,
      mutation,
      mix,
      onFound: (seed, findings) =>
        print(`seed ${seed}: ${findings.map(({ invariant, text }) => `${invariant}: ${text}`).join('; ')}`),
      onFailure: show,
    });
  } finally {
    await database.close();
  }
}

/** Histories know nothing of each other, so each core has its own. */
async function workTogether(server: string): Promise<Sum[]> {
  const self = fileURLToPath(import.meta.url);
  const others = Array.from({ length: workers - 1 }, (_, at) => {
    const child = fork(self, [...process.argv.slice(2), '--worker', String(at + 1), '--server', server]);
    return new Promise<Sum>((resolve, reject) => {
      child.once('message', (sum) => resolve(sum as Sum));
      child.once('exit', (code) => reject(new Error(`a process of the run ended with ${code}`)));
    });
  });
  return Promise.all([work(server, 0), ...others]);
}

async function replay(server: string, text: string): Promise<number> {
  const database = await createTestDatabase(server, 'simulator_replay');
  const script = /^\d+$/.test(text) ? (mutation?.write ?? MIXES[mix])(Number(text)) : decodeScript(text);
  const result = await runHistory(database, script, { trace: true, mutation });
  for (const line of result.trace) print(line);
  for (const { invariant, text: what } of result.findings) print(`${invariant}: ${what}`);
  await database.close();
  return result.findings.length;
}

async function tryMutations(server: string): Promise<number> {
  let missed = 0;
  const database = await createTestDatabase(server, 'simulator_mutations');
  for (const one of MUTATIONS.filter(({ name }) => values.mutation === undefined || name === values.mutation)) {
    const sum = await runHistories(database, {
      ...{ first: Number(values.seed), step: 1, histories: Number(values.histories) },
      ...{ until: realNow() + Number(values.minutes) * 60_000, most_failures: 1, shrink: false, mutation: one },
    });
    const [failure] = sum.failures;
    // The mistake alone may be what is found.
    const sound = failure ? (await runHistory(database, failure.script)).findings : [];
    if (!failure || sound.length > 0) missed += 1;
    const by = [...new Set(failure?.findings.map(({ invariant }) => invariant))].join(', ');
    const result = failure
      ? `${one.breaks} (${by}) | ${failure.seed} | ${sum.histories}`
      : `not found | | ${sum.histories}`;
    print(`| ${one.name} | ${one.what} | ${result} |${sound.length > 0 ? ' and without it too' : ''}`);
  }
  await database.close();
  return missed;
}

if (values.server !== undefined) {
  const sum = await work(values.server, Number(values.worker));
  process.send?.(sum);
} else {
  const { server, stop } = await openServer();
  try {
    if (values.replay !== undefined) process.exitCode = Math.min(1, await replay(server, values.replay));
    else if (values.mutations) process.exitCode = Math.min(1, await tryMutations(server));
    else {
      const began = realNow();
      const sums = await workTogether(server);
      const seconds = (realNow() - began) / 1000;
      const total = (of: (sum: Sum) => number): number => sums.reduce((all, sum) => all + of(sum), 0);
      const histories = total((sum) => sum.histories);
      print(
        `seed ${values.seed}: ${histories} histories in ${Math.round(seconds)} s (${Math.round((histories / seconds) * 60)} a minute), ` +
          `${total((sum) => sum.people)} people, ${total((sum) => sum.steps)} steps, ${total((sum) => sum.effects)} effects, ` +
          `${total((sum) => sum.faults)} faults, ${total((sum) => sum.failures.length)} failures`,
      );
      process.exitCode = Math.min(
        1,
        total((sum) => sum.failures.length),
      );
    }
  } finally {
    await stop();
  }
}
