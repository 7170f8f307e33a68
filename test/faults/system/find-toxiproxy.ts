import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../src/app/main/temporal/find-temporal.ts';

const VERSION = '2.5.0';
const MODULE = `github.com/Shopify/toxiproxy/v2/cmd/server@v${VERSION}`;

/** A toxiproxy server: from our cache, else built once with Go. Null where neither is possible; `say` is told why. */
export async function findToxiproxy(say: (line: string) => void): Promise<string | null> {
  const folder = join(cacheFolder(), `toxiproxy-${VERSION}`);
  const cached = join(folder, 'toxiproxy-server');
  if (existsSync(cached)) return cached;
  if (spawnSync('go', ['version']).status !== 0) {
    say('toxiproxy is not there and cannot be built: there is no Go toolchain');
    return null;
  }
  mkdirSync(folder, { recursive: true });
  // Of our own: another run may build at the same time, and the last one to finish wins.
  const target = join(folder, `building-${process.pid}`);
  const started = Date.now();
  say('building toxiproxy with Go: once, about a minute');
  const ticker = setInterval(() => say(`building toxiproxy: ${Math.round((Date.now() - started) / 1000)} s`), 10_000);
  try {
    const child = spawn('go', ['install', MODULE], {
      env: { ...process.env, GOBIN: target },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)));
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    if (code !== 0) {
      say(`toxiproxy could not be built: ${errors.trim().split('\n').at(-1)}`);
      return null;
    }
    renameSync(join(target, 'server'), cached);
    return cached;
  } finally {
    clearInterval(ticker);
    rmSync(target, { recursive: true, force: true });
  }
}
