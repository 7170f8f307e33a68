import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { backoff } from '../../../shared/kit/backoff.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { BUILT_COMMAND } from '../../main/built-command.ts';
import { openLog } from '../../main/private-files.ts';

export interface RoleOptions {
  readonly name: string;
  /** Arguments of `overture`. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly log_file: string;
  /** Resolves once what it asks runs: it is not started again before. */
  readonly needs: () => Promise<void>;
  readonly onRestart: (name: string, why: string, inMs: number) => void;
  readonly onPid: (name: string, pid: number) => void;
}

export interface RunningRole {
  /** Stops it cleanly; killed when it does not end within 30 s. */
  stop(): Promise<void>;
}

const READY_TIMEOUT = 90_000;
const STOP_TIMEOUT = 30_000;

/** Starts a role in a process of its own and keeps it running: one that dies is started again, ever more slowly. */
export async function startRole(options: RoleOptions): Promise<RunningRole> {
  let stopping = false;
  let failures = 0;
  let child = launch(options);
  let timer: NodeJS.Timeout | undefined;

  const again = async () => {
    await options.needs();
    if (stopping) return;
    child = launch(options);
    watch(child);
    await whenReady(child, options).then(
      () => (failures = 0),
      () => child.kill('SIGKILL'),
    );
  };
  const watch = (watched: ChildProcess) => {
    watched.once('exit', (code, signal) => {
      if (stopping) return;
      const wait = backoff(++failures, SECOND, 30 * SECOND);
      options.onRestart(options.name, withCause(`it ended with ${code ?? signal}`, options.log_file), wait);
      // What it needs ends with all else.
      timer = setTimeout(() => void again().catch(() => undefined), wait);
    });
  };

  try {
    await whenReady(child, options);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  watch(child);
  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT);
      await ended;
      clearTimeout(killer);
    },
  };
}

function launch({ name, args, env, log_file, onPid }: RoleOptions): ChildProcess {
  const log = openLog(log_file);
  const child = spawn(process.execPath, [BUILT_COMMAND, ...args], {
    env: { ...env, OVERTURE_CHILD: '1' },
    // Its own process group, so that Ctrl-C reaches the supervisor alone. The channel tells the child when we die.
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  if (child.pid !== undefined) onPid(name, child.pid);
  return child;
}

function whenReady(child: ChildProcess, { name, log_file }: RoleOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timeout);
      reject(
        new CodedError('role_start_failed', `${name} did not start: ${withCause(why, log_file)}`, {
          fix: `See ${log_file}.`,
        }),
      );
    };
    const timeout = setTimeout(() => fail(`it was not ready within ${READY_TIMEOUT / 1000} s`), READY_TIMEOUT);
    child.once('exit', (code, signal) => fail(`it ended with ${code ?? signal}`));
    child.once('error', (error) => fail(error.message));
    child.on('message', (message) => {
      if (message !== 'ready') return;
      clearTimeout(timeout);
      resolve();
    });
  });
}

/** With the last words of its log, where there are any. */
function withCause(what: string, logFile: string): string {
  const said = lastSaid(logFile);
  return said === '' ? what : `${what}: ${said}`;
}

/** The last line of a log that says what happened: those behind it that are indented say what to do about it. */
function lastSaid(file: string): string {
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const last = lines.findLast((line) => /^\S/.test(line)) ?? '';
    const parsed: unknown = last.startsWith('{') ? JSON.parse(last) : null;
    return isRecord(parsed) && 'msg' in parsed ? String(parsed.msg) : last;
  } catch {
    return '';
  }
}
