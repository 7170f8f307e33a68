import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BUILT_COMMAND } from '../../../src/app/main/built-command.ts';
import { isAlive } from '../../../src/app/main/processes.ts';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { npmEnvironment } from '../../support/npm.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import type { Servers } from './shared-servers.ts';

const runSchema = z.object({
  pid: z.number(),
  api: z.object({ url: z.string() }),
  v2: z.object({ url: z.string() }),
  worker: z.object({ url: z.string() }),
  temporal: z.object({ address: z.string(), namespace: z.string(), pid: z.number().optional() }),
  postgres: z.object({ url: z.string(), v2_url: z.string(), pid: z.number().optional() }),
  pids: z.record(z.string(), z.number()),
});

export interface Overture {
  readonly home: string;
  readonly api_key: string;
  readonly v2_key: string;
  run(): z.output<typeof runSchema>;
  api<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  v2<T>(method: string, path: string, body?: unknown): Promise<T>;
  output(): string;
  /** Virtual time per wall time from now on; it starts at 1, so that starting takes no days. */
  speedUp(speed: number): Promise<void>;
  /** Ctrl-C, as a terminal sends it; resolves with the exit code. */
  interrupt(): Promise<number | null>;
  /** kill -9 of one role. */
  killRole(name: 'API' | 'worker' | 'V2 service'): void;
  /** kill -9 of the supervisor, its roles and, when `servers`, of its own Postgres and Temporal too: as a power cut would. */
  killEverything(options: { servers: boolean }): Promise<void>;
  /** Starts again on the same home. */
  restart(): Promise<void>;
  /** Ends it and removes the home. */
  dispose(): Promise<void>;
}

export interface StartOptions {
  /** Virtual time at the start, ISO 8601. A Monday morning unless told, so that no run waits for a weekend to pass. */
  readonly world?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Servers that it shares with other systems (`sharedServers`); its own Postgres and Temporal unless told. */
  readonly servers?: Servers;
  /** `--jump`: it jumps by itself. */
  readonly jump?: boolean;
  /** The command that starts it; the built one unless told. */
  readonly command?: readonly [string, ...string[]];
  /** The folder in which it is started; the home unless told. */
  readonly folder?: string;
}

const BUILT = [process.execPath, BUILT_COMMAND, 'dev'] as const;

const MONDAY_MORNING = '2026-03-02T07:30:00Z';

/** `overture dev` as a user runs it: the built command, in a process of its own, in a fresh home, on free ports. */
export async function startOverture(options: StartOptions = {}): Promise<Overture> {
  const { world = MONDAY_MORNING, env = {}, servers, jump = false, command = BUILT } = options;
  const home = temporaryHome('overture-e2e-', fastFolder());
  const clock = { wall_origin: Date.now(), world_origin: Date.parse(world), speed: 1 };
  writeFileSync(join(home, 'clock.json'), JSON.stringify(clock));
  let output = '';
  let child: ChildProcess;

  const launch = async () => {
    const [program, ...args] = command;
    const started = spawn(program, [...args, ...(jump ? ['--jump'] : [])], {
      cwd: options.folder ?? home,
      // A group of its own, as a terminal gives it, where more than one process stands between.
      detached: options.command !== undefined,
      env: {
        ...npmEnvironment(),
        OVERTURE_HOME: home,
        OVERTURE_PORT: '0',
        V2_PORT: '0',
        OVERTURE_LOG_LEVEL: 'info',
        ...servers?.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const from = output.length;
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    started.stdout.on('data', collect);
    started.stderr.on('data', collect);
    const up = await waitUntil(
      () => started.exitCode !== null || output.slice(from).includes('Ctrl-C stops everything'),
      {
        timeout: 300_000,
      },
    );
    if (!up || started.exitCode !== null) throw new Error(`overture dev did not come up:\n${output.slice(from)}`);
    child = started;
  };

  /** A terminal tells the whole group. */
  const pressControlC = (): void => {
    if (options.command !== undefined && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    else child.kill('SIGINT');
  };
  const secret = (name: string) => readFileSync(join(home, name), 'utf8').trim();
  const run = () => runSchema.parse(JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')));
  const gone = (pids: number[]) => waitUntil(() => pids.every((pid) => !isAlive(pid)), { timeout: 120_000 });
  const request = (url: string, method: string, headers: Record<string, string>, body: unknown) =>
    fetch(url, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'text/yaml' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  await launch();
  return {
    home,
    get api_key() {
      return secret('api-key');
    },
    get v2_key() {
      return secret('v2-key');
    },
    run,
    output: () => output,
    async api<T>(method: string, path: string, body?: unknown) {
      const answer = await request(
        run().api.url + path,
        method,
        { authorization: `Bearer ${secret('api-key')}` },
        body,
      );
      const text = await answer.text();
      const { misfitOfAnswer } = await import('../../support/hold-to-contract.ts');
      const { status, headers } = answer;
      const misfit = misfitOfAnswer({ method, path }, { status, type: headers.get('content-type') ?? '' }, text);
      if (misfit !== null) throw new Error(`${method} ${path} → ${status} does not fit the contract: ${misfit}`);
      // The tests look at the fields they name.
      return { status, body: JSON.parse(text) as T };
    },
    async v2<T>(method: string, path: string, body?: unknown) {
      const answer = await request(run().v2.url + path, method, { 'x-api-key': secret('v2-key') }, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text) as T;
    },
    async speedUp(speed) {
      await request(`${run().v2.url}/sandbox/clock`, 'POST', { 'x-api-key': secret('v2-key') }, { speed });
    },
    async interrupt() {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      pressControlC();
      return ended;
    },
    killRole(name) {
      const pid = run().pids[name];
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    },
    async killEverything({ servers }) {
      const { pid, pids, temporal, postgres } = run();
      const ownServers = [temporal.pid, postgres.pid].filter((one) => one !== undefined);
      const victims = [pid, ...Object.values(pids), ...(servers ? ownServers : [])];
      for (const victim of victims) {
        try {
          process.kill(victim, 'SIGKILL');
        } catch {
          // It had ended by itself.
        }
      }
      await gone(victims);
    },
    restart: launch,
    async dispose() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        pressControlC();
        await ended;
      }
      await servers?.release();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
