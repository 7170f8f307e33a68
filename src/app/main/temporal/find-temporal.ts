import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { buildWithGo } from './build-with-go.ts';

/** v1.9.1 cannot be installed this way: its go.mod has a replace directive. */
const CLI_VERSION = '1.5.1';
const MODULE = `github.com/temporalio/cli/cmd/temporal@v${CLI_VERSION}`;
const EXE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** The user's cache, not `OVERTURE_HOME`: a fresh home must not cost a build. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const base =
    env.XDG_CACHE_HOME ??
    (process.platform === 'darwin'
      ? join(homedir(), 'Library/Caches')
      : process.platform === 'win32'
        ? (env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'))
        : join(homedir(), '.cache'));
  return join(base, 'overture');
}

export interface FoundTemporal {
  readonly executable: string;
  readonly found: 'on PATH' | 'in the cache' | 'downloaded' | 'built';
}

export interface FindOptions {
  readonly progress?: (line: string) => void;
}

const cliFolder = (env: NodeJS.ProcessEnv) => join(cacheFolder(env), `temporal-cli-${CLI_VERSION}`);

/** A `temporal` executable that is there already: on PATH or in our cache. */
export function temporalFoundWithoutWork(env: NodeJS.ProcessEnv = process.env): FoundTemporal | null {
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, EXE))
    .find(works);
  if (onPath) return { executable: onPath, found: 'on PATH' };
  const cached = join(cliFolder(env), EXE);
  if (works(cached)) return { executable: cached, found: 'in the cache' };
  const downloaded = join(cliFolder(env), `temporal-v${CLI_VERSION}`);
  return works(downloaded) ? { executable: downloaded, found: 'in the cache' } : null;
}

/** A `temporal` executable: from PATH, our cache, the SDK's download, or a one-time build with Go. */
export async function findTemporal({ progress }: FindOptions = {}): Promise<FoundTemporal> {
  const { env } = process;
  const there = temporalFoundWithoutWork(env);
  if (there) return there;

  const folder = cliFolder(env);
  const cached = join(folder, EXE);
  mkdirSync(folder, { recursive: true });
  const downloaded = await downloadBySdk(folder, progress);
  if (downloaded) return { executable: downloaded, found: 'downloaded' };

  if (spawnSync('go', ['version'], { env }).status === 0) {
    await buildWithGo({
      name: 'the Temporal server',
      package: MODULE,
      to: cached,
      env,
      ...(progress ? { progress } : {}),
    });
    return { executable: cached, found: 'built' };
  }
  throw new CodedError('temporal_not_found', 'There is no Temporal server, and none could be downloaded or built.', {
    fix:
      'One of five ways: (1) set TEMPORAL_ADDRESS to a running server (or a profile of the Temporal environment configuration); ' +
      '(2) put the `temporal` command on PATH; ' +
      `(3) put it at ${cached}; (4) allow the SDK to download it; (5) install Go, and it is built once.`,
  });
}

function works(executable: string): boolean {
  return existsSync(executable) && spawnSync(executable, ['--version'], { timeout: 10_000 }).status === 0;
}

/** The SDK's own download; `@temporalio/testing` is there in a development install only. */
async function downloadBySdk(folder: string, progress?: (line: string) => void): Promise<string | null> {
  progress?.('looking for a Temporal server to download');
  try {
    const { TestWorkflowEnvironment } = await import('@temporalio/testing');
    const environment = await TestWorkflowEnvironment.createLocal({
      server: { executable: { type: 'cached-download', downloadDir: folder, version: `v${CLI_VERSION}` } },
    });
    await environment.teardown();
  } catch {
    return null;
  }
  return [`temporal-v${CLI_VERSION}`, 'temporal'].map((name) => join(folder, name)).find(works) ?? null;
}
