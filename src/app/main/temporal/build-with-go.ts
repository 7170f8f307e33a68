import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CodedError } from '../../../shared/kit/coded-error.ts';

export interface GoBuild {
  /** The name for people who read of it. */
  readonly name: string;
  /** With its version: `example.org/tool/cmd/tool@v1.2.3`. */
  readonly package: string;
  /** The path of the executable, under the name that it has there. */
  readonly to: string;
  readonly env: NodeJS.ProcessEnv;
  readonly progress?: (line: string) => void;
}

/** Builds a program with Go, from the module proxy, once: whole, or not at all. */
export async function buildWithGo({ name, package: source, to, env, progress }: GoBuild): Promise<void> {
  // Of our own: another process may build at the same time, and the last one to finish wins.
  const target = join(dirname(to), `building-${process.pid}`);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(dirname(to), { recursive: true });
  const started = Date.now();
  progress?.(`building ${name} with Go: once, two to five minutes`);
  const ticker = setInterval(() => {
    progress?.(`building ${name}: ${Math.round((Date.now() - started) / 1000)} s`);
  }, 10_000);
  try {
    const child = spawn('go', ['install', source], {
      env: { ...env, GOBIN: target },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)));
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    if (code !== 0) {
      const last = errors.trim().split('\n').slice(-3).join(' / ');
      throw new CodedError('temporal_build_failed', `go install ${source} ended with ${code}: ${last}`, {
        fix: 'Check the network, or put a `temporal` command on PATH, or set TEMPORAL_ADDRESS.',
      });
    }
    const [built = ''] = readdirSync(target);
    renameSync(join(target, built), to);
  } finally {
    clearInterval(ticker);
    rmSync(target, { recursive: true, force: true });
  }
}
