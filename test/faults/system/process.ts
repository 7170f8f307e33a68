import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { BUILT_COMMAND } from '../../../src/app/main/built-command.ts';
import { isAlive } from '../../../src/app/main/processes.ts';
import { waitUntil } from '../../../src/app/main/wait-until.ts';

/** A role in a process of its own. Unlike `overture dev`, nothing starts it again but the scenario. */
export interface RoleProcess {
  readonly name: string;
  readonly log_file: string;
  pid(): number | null;
  /** How often it ended though nobody had asked it to. */
  deaths(): readonly string[];
  /** Starts it and waits until it serves. */
  start(more?: NodeJS.ProcessEnv, logFile?: string): Promise<void>;
  /** kill -9 unless told; resolves when it is gone. False when it was not running. */
  kill(signal?: NodeJS.Signals): Promise<boolean>;
  /** A signal that it lives through, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it again when it ended though nobody had asked it to, as a supervisor does. */
  restartIfDead(): Promise<void>;
}

const READY_TIMEOUT = 120_000;
const END_TIMEOUT = 40_000;

export interface RoleSpec {
  readonly name: string;
  /** Arguments of `overture`. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly log_file: string;
}

export function createRole({ name, args, env, log_file }: RoleSpec): RoleProcess {
  let child: ChildProcess | null = null;
  let asked: ChildProcess | null = null;
  let starting = false;
  const deaths: string[] = [];
  const running = () => (child !== null && child.exitCode === null && child.signalCode === null ? child : null);
  const role: RoleProcess = {
    name,
    log_file,
    pid: () => running()?.pid ?? null,
    deaths: () => deaths,
    async start(more = {}, logFile = log_file) {
      if (running()) return;
      const log = openSync(logFile, 'a');
      const started = spawn(process.execPath, [BUILT_COMMAND, ...args], {
        env: { ...env, ...more, OVERTURE_CHILD: '1' },
        // The channel says when it serves, and tells it when we die: no run leaves processes behind.
        stdio: ['ignore', log, log, 'ipc'],
        detached: true,
      });
      closeSync(log);
      child = started;
      started.once('exit', (code, signal) => {
        if (asked !== started) deaths.push(`${name} ended with ${code ?? signal}`);
      });
      let ready = false;
      started.on('message', (message) => {
        if (message === 'ready') ready = true;
      });
      await waitUntil(() => ready || running() !== started, { timeout: READY_TIMEOUT });
      if (ready) return;
      started.kill('SIGKILL');
      const tail = readFileSync(log_file, 'utf8').trim().split('\n').slice(-3).join('\n');
      throw new Error(`${name} did not start:\n${tail}`);
    },
    async kill(signal = 'SIGKILL') {
      const victim = running();
      if (!victim) return false;
      asked = victim;
      victim.kill(signal);
      if (!(await waitUntil(() => running() !== victim, { timeout: END_TIMEOUT, every: 5 }))) victim.kill('SIGKILL');
      return true;
    },
    signal(signal) {
      running()?.kill(signal);
    },
    async restartIfDead() {
      if (child === null || running() || asked === child || starting) return;
      starting = true;
      await role.start().catch(() => undefined);
      starting = false;
    },
  };
  return role;
}

/** How a command of the CLI came to its end. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runOverture(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(process.execPath, [BUILT_COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const forget = whenWeExit(() => child.kill('SIGKILL'));
  const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr), once(child, 'close')]);
  forget();
  return { code: child.exitCode, stdout, stderr };
}

export function killNow(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It had ended by itself.
  }
}

export const gone = (pid: number, timeout = 30_000): Promise<boolean> => waitUntil(() => !isAlive(pid), { timeout });

const atExit = new Set<() => void>();
process.once('exit', () => {
  for (const end of atExit) end();
});

/** Has `end` called when this process exits by whatever way; returns the function that takes that back. */
export function whenWeExit(end: () => void): () => void {
  atExit.add(end);
  return () => atExit.delete(end);
}
