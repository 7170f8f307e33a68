import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { readJson, writeJson } from './home.ts';
import { keepFromOthers } from './private-files.ts';
import { processIdentity } from './processes.ts';

const runningSchema = z.object({
  /** The folder of its home, without symbolic links. */
  home: z.string(),
  url: z.string(),
  pid: z.number(),
  /** The identity of the process: a later one may be given the same number. */
  identity: z.string(),
  started_at: z.string(),
});

/** An engine of this user whose API can be asked. */
export type RunningSystem = z.output<typeof runningSchema>;

/**
 * Writes into the user's state folder that this process runs the engine of a home, for commands that are called in another folder.
 * Gives the function that takes it back. Never fails: where it cannot be written, commands are told by `OVERTURE_HOME`.
 */
export function announceSystem(home: string, url: string, env: NodeJS.ProcessEnv = process.env): () => void {
  const folder = runningFolder(env);
  const file = join(folder, `${randomUUID()}.json`);
  const identity = processIdentity(process.pid);
  if (identity === null) return () => undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    keepFromOthers(folder);
    const started_at = new Date().toISOString();
    writeJson(file, { home: realpathSync(home), url, pid: process.pid, identity, started_at } satisfies RunningSystem);
  } catch {
    return () => undefined;
  }
  return () => rmSync(file, { force: true });
}

/** Those that are alive, by their homes; what a kill has left behind is removed. */
export function listRunning(env: NodeJS.ProcessEnv = process.env): RunningSystem[] {
  const folder = runningFolder(env);
  if (!isOursAlone(folder)) return [];
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && isOursAlone(join(folder, name)))
    .flatMap((name) => {
      const file = join(folder, name);
      const parsed = runningSchema.safeParse(readJson(file));
      if (parsed.success && processIdentity(parsed.data.pid) === parsed.data.identity) return [parsed.data];
      rmSync(file, { force: true });
      return [];
    });
  return found.sort((one, other) => (one.home < other.home ? -1 : 1));
}

/** Tells whether nobody else can have written the file: whatever it names is sent the key of its home. */
function isOursAlone(path: string): boolean {
  try {
    const { uid, mode } = statSync(path);
    const user = process.getuid?.();
    return user === undefined || (uid === user && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

function runningFolder(env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), 'overture', 'running');
}

function stateFolder({ XDG_STATE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  // A relative one is to be ignored (XDG Base Directory Specification).
  if (XDG_STATE_HOME !== undefined && isAbsolute(XDG_STATE_HOME)) return XDG_STATE_HOME;
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support');
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData/Local');
  return join(homedir(), '.local/state');
}
