import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { buildWithGo } from '../../src/app/main/temporal/build-with-go.ts';
import { cacheFolder } from '../../src/app/main/temporal/find-temporal.ts';
import { readCompose } from './read-compose.ts';

const PROGRAMS = [
  { file: 'temporal-server', path: 'cmd/server' },
  { file: 'temporal-sql-tool', path: 'cmd/tools/sql' },
];

/**
 * The folder of `temporal-server` and `temporal-sql-tool`, as Temporal's images of this version hold them: from the Go module proxy, built
 * once and kept in the user's cache. Null where there is no Go, with the reason told to `progress`.
 */
export async function findTemporalCluster(version: string, progress: (line: string) => void): Promise<string | null> {
  const folder = join(cacheFolder(), `temporal-server-${version}`);
  for (const { file, path } of PROGRAMS) {
    const to = join(folder, file);
    if (existsSync(to)) continue;
    if (spawnSync('go', ['version']).status !== 0) {
      progress(`there is no ${file} ${version}, and no Go to build it with`);
      return null;
    }
    const source = `go.temporal.io/server/${path}@v${version}`;
    await buildWithGo({ name: `${file} ${version}`, package: source, to, env: process.env, progress });
  }
  return folder;
}

/** The version of Temporal's server that the compose file runs: that one is tested. */
export function composedVersion(): string {
  const required = ['OVERTURE_SECRET_KEY', 'OVERTURE_API_KEY', 'V2_BOOTSTRAP_KEY'];
  const values = Object.fromEntries(required.map((name) => [name, 'not read here']));
  const { temporal } = readCompose(join(PACKAGE_ROOT, 'docker-compose.yml'), values).services;
  const [, version] = temporal?.image.split(':') ?? [];
  if (version === undefined) throw new Error('the compose file names no version of the server of Temporal');
  return version;
}
