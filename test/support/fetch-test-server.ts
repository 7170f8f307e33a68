import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../src/app/main/temporal/find-temporal.ts';

const VERSION = '1.38.0';

/**
 * The executable of the time-skipping server, fetched from Maven Central on first use; null where Java or Maven is missing or
 * the fetch fails, with the reason told to `progress`.
 */
export async function fetchTestServer(progress: (line: string) => void): Promise<string | null> {
  const folder = join(cacheFolder(), `temporal-test-server-${VERSION}`);
  const executable = join(folder, 'temporal-test-server');
  if (!works('java', ['-version'])) return missing(progress, 'there is no Java');
  if (existsSync(executable)) return executable;
  if (!works('mvn', ['--version'])) return missing(progress, 'there is no Maven to fetch it with');
  progress(`fetching temporal-test-server ${VERSION} from Maven Central, once`);
  const work = mkdtempSync(join(tmpdir(), 'overture-mvn-'));
  try {
    writeFileSync(join(work, 'pom.xml'), POM);
    const problem = await copyDependencies(work);
    if (problem !== null) return missing(progress, `Maven could not fetch it: ${problem}`);
    const wrapper = `#!/bin/sh\nexec java -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"\n`;
    writeFileSync(join(work, 'temporal-test-server'), wrapper);
    chmodSync(join(work, 'temporal-test-server'), 0o755);
    // The executable comes last, so that what is there is whole, even when two runs fetch at once.
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, 'lib'))) move(join(work, 'lib'), join(folder, 'lib'));
    move(join(work, 'temporal-test-server'), executable);
    return executable;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>test-server</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId><version>${VERSION}</version></dependency>
  </dependencies>
</project>
`;

async function copyDependencies(folder: string): Promise<string | null> {
  const args = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'];
  const child = spawn('mvn', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('error', () => resolve(-1)).on('close', resolve));
  return code === 0 ? null : (output.trim().split('\n')[0] ?? `it ended with ${code}`);
}

function move(from: string, to: string): void {
  const near = `${to}.${process.pid}`;
  // `from` may be on another file system.
  const copied = spawnSync('cp', ['-R', from, near]);
  if (copied.status !== 0) throw new Error(`cannot copy to ${near}: ${copied.stderr.toString()}`);
  renameSync(near, to);
}

function works(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0;
}

function missing(progress: (line: string) => void, why: string): null {
  progress(`no time-skipping server: ${why}; these tests run on the dev server with short waits`);
  return null;
}
