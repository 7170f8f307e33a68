import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Connection } from '@temporalio/client';
import type { TemporalServerSettings } from '../../../runtime/temporal/connect.ts';
import { registerSearchAttributes, registrationFix } from '../../../runtime/temporal/search-attributes.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { freePort } from '../free-port.ts';
import { type Home, readRunFile } from '../home.ts';
import { keepFromOthers, openLog, privately } from '../private-files.ts';
import { commandLine, isAlive, runningProcesses } from '../processes.ts';
import { waitUntil } from '../wait-until.ts';
import { findTemporal } from './find-temporal.ts';

export interface TemporalServer {
  readonly address: string;
  readonly namespace: string;
  readonly ui: string;
  readonly pid: number;
  readonly adopted: boolean;
  stop(): Promise<void>;
}

export interface TemporalOptions {
  readonly progress?: (line: string) => void;
  /** A server that has ended: its ports or none, for whoever was told of it asks there. */
  readonly instead_of?: TemporalServer;
}

const setting = (name: string, value: boolean): string[] => ['--dynamic-config-value', `${name}=${value}`];

/** Settings of the dev server, which other servers have by themselves. */
export const SERVER_SETTINGS = [
  // Hands out tasks by their priority, as servers from 1.31 on do.
  ...setting('matching.useNewMatcher', true),
  // The dev server reads all search attributes anew from its database whenever a workflow is started, read or written into its lists. Those of SQLite are columns that are there from the
  // beginning, and their names belong to the namespace, which is read by itself: they may be kept for a minute.
  ...setting('system.forceSearchAttributesCacheRefreshOnRead', false),
];

/** Starts the dev server on the home's SQLite file, or adopts the one that outlived a kill -9 and still holds that file. */
export async function startTemporal(
  home: Home,
  { progress, instead_of }: TemporalOptions = {},
): Promise<TemporalServer> {
  const file = home.path('temporal.db');
  const before = readRunFile(home)?.temporal;
  if (before?.pid && isServerOn(before.pid, file)) {
    if (await waitUntil(() => isServing(before.address), { timeout: 10_000 })) {
      await register(before.address);
      return server({ ...before, ui: before.ui ?? '', pid: before.pid }, true);
    }
    // It holds the file and does not answer: a clean stop lets the next one have it.
    await stopProcess(before.pid);
  }
  const holder = processHolding(file);
  if (holder !== null) await stopProcess(holder);

  const { executable } = await findTemporal(progress ? { progress } : {});
  const port = instead_of ? portOf(`http://${instead_of.address}`) : await freePort(7233);
  const uiPort = instead_of?.ui ? portOf(instead_of.ui) : await freePort(8233);
  const log = openLog(home.path('logs', 'temporal.log'));
  // Those of an earlier version.
  for (const part of ['', '-wal', '-shm']) keepFromOthers(`${file}${part}`);
  const child = privately(() =>
    spawn(
      executable,
      [
        ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort)],
        ...['--db-filename', file, '--log-level', 'error'],
        // Survives a killed process as the default does, and is several times faster; only a power cut can cost the last writes.
        ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1'],
        ...SERVER_SETTINGS,
      ],
      // Its own process group: Ctrl-C must reach the supervisor, which stops Temporal after the worker.
      { stdio: ['ignore', log, log], detached: true },
    ),
  );
  child.unref();
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, signal) => (ended = `it ended with ${code ?? signal}`));
  const address = `127.0.0.1:${port}`;
  const up = await waitUntil(() => ended !== undefined || isServing(address), { timeout: 60_000, every: 100 });
  if (!up || ended !== undefined) {
    const tail = readFileSync(home.path('logs', 'temporal.log'), 'utf8').trim().split('\n').slice(-3).join(' / ');
    throw new CodedError(
      'temporal_start_failed',
      `The Temporal server did not start (${ended ?? 'no answer in 60 s'}): ${tail}`,
      {
        fix: tail.includes('locked')
          ? `Another process holds ${file}: stop it, or use another OVERTURE_HOME.`
          : `See ${home.path('logs', 'temporal.log')}, or set TEMPORAL_ADDRESS to a running server.`,
      },
    );
  }
  await register(address);
  return server({ address, namespace: 'default', ui: `http://127.0.0.1:${uiPort}`, pid: child.pid ?? 0 }, false);
}

const portOf = (url: string): number => Number(new URL(url).port);

/**
 * Registers the attributes by which workflows are found. They start without, so it is no reason to fail: the answer is what
 * somebody may do about it, or null.
 */
export async function registerAttributes(server: TemporalServerSettings): Promise<string | null> {
  try {
    await registerSearchAttributes(server);
    return null;
  } catch {
    return registrationFix(server.namespace);
  }
}

const register = (address: string) => registerAttributes({ namespace: 'default', connection: { address } });

/** Whether a Temporal frontend answers at that address. */
export async function isServing(address: string): Promise<boolean> {
  let connection: Connection | undefined;
  try {
    connection = await Connection.connect({ address, connectTimeout: 2000 });
    await connection.workflowService.describeNamespace({ namespace: 'default' });
    return true;
  } catch {
    return false;
  } finally {
    await connection?.close();
  }
}

function server(at: { address: string; namespace: string; ui: string; pid: number }, adopted: boolean): TemporalServer {
  return { ...at, adopted, stop: () => stopProcess(at.pid) };
}

async function stopProcess(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  if (await waitUntil(() => !isAlive(pid), { timeout: 15_000 })) return;
  process.kill(pid, 'SIGKILL'); // SQLite's journal brings the file back to its last commit.
  await waitUntil(() => !isAlive(pid), { timeout: 5_000 });
}

function isServerOn(pid: number, file: string): boolean {
  return isAlive(pid) && commandLine(pid).includes(file);
}

/** A Temporal server on that file of which `run.json` does not know (killed before it was written); Linux only. */
function processHolding(file: string): number | null {
  for (const pid of runningProcesses()) {
    const line = commandLine(pid);
    if (line.includes('start-dev') && line.includes(file)) return pid;
  }
  return null;
}
