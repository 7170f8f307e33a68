import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/kit/result.ts';
import { enterableFolder } from '../../main/postgres/run-as.ts';
import type { DovecotUser } from './dovecot-user.ts';
import { missingLibraries } from './missing-libraries.ts';

const PACKAGES = ['dovecot-core', 'dovecot-imapd', 'dovecot-lmtpd'];
/** Makes the certificate. */
const OPENSSL = '/usr/bin/openssl';
/** The folder in which dovecot was built to look for its modules; it takes no other one from its configuration. */
const BUILT_FOR = Buffer.from('/usr/lib/dovecot/modules\0');
/** The same, seen from the folder that it works in: there a link leads to them. */
const RELOCATED = 'modules';
/** Libraries that need further ones, at most so deep. */
const ROUNDS = 5;
/** Wall milliseconds of one step. */
const PATIENCE = 180_000;

interface Fetched {
  /** As if it were `/`. */
  readonly root: string;
  readonly library_path: string;
}

/** Debian's packages of dovecot, with the libraries that this machine lacks, unpacked once; the failure says why not. */
export async function fetchDovecot(
  user: DovecotUser,
  wanted: string,
  progress: (line: string) => void,
): Promise<Result<Fetched, string>> {
  const folder = enterableFolder(user.run_as, wanted);
  const root = join(folder, 'root');
  if (existsSync(root)) return ok({ root, library_path: libraryPath(root) });
  if (!['/usr/bin/apt-get', '/usr/bin/dpkg'].every(existsSync)) {
    return fail("dovecot is not installed, and only Debian's packages of it can be fetched");
  }
  progress('fetching dovecot, a mail server, from the Debian packages (once, 8 MB)');
  // Of our own: another process may fetch at the same time, and the first one to finish wins.
  const work = join(folder, `fetching-${process.pid}`);
  try {
    mkdirSync(join(work, 'root'), { recursive: true });
    const failure = await unpack(work, existsSync(OPENSSL) ? PACKAGES : [...PACKAGES, 'openssl'], progress);
    if (failure !== null) return fail(failure);
    if (!relocate(join(work, 'root'))) return fail('the fetched dovecot cannot be moved to another folder');
    try {
      renameSync(join(work, 'root'), root);
    } catch (error) {
      if (!existsSync(root)) throw error;
    }
    return ok({ root, library_path: libraryPath(root) });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The packages, then those of the libraries that are not on this machine. Null: all is there. */
async function unpack(work: string, packages: readonly string[], progress: (line: string) => void) {
  const root = join(work, 'root');
  const apt = await aptThatKnows(work, packages, progress);
  if (typeof apt === 'string') return apt;
  let wanted = packages;
  const fetched = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const failure = await apt.unpack(wanted, root);
    if (failure !== null) return failure;
    for (const name of wanted) fetched.add(name);
    const missing = missingLibraries(root, libraryPath(root));
    if (missing.length === 0) return null;
    progress(`fetching the libraries that dovecot needs: ${missing.join(', ')}`);
    const needed = await apt.librariesOf(wanted);
    wanted = needed.filter((name) => !fetched.has(name));
    if (wanted.length === 0) return `no package has ${missing.join(', ')}, which dovecot needs`;
  }
  return 'the libraries that dovecot needs have no end';
}

/** With the package lists of this machine, or where it has none, with lists of our own beside the download. */
async function aptThatKnows(work: string, packages: readonly string[], progress: (line: string) => void) {
  const common = [
    ...['-o', 'APT::Sandbox::User=root', '-o', 'Debug::NoLocking=1'],
    // Without a network it is soon known that there is none.
    ...['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'],
  ];
  const known = await run('apt-cache', ['show', ...packages], work);
  if (known.code === 0) return aptWith(work, common);
  progress('reading the package lists');
  const own = join(work, 'apt');
  mkdirSync(join(own, 'lists/partial'), { recursive: true });
  mkdirSync(join(own, 'cache/archives/partial'), { recursive: true });
  const options = [...common, '-o', `Dir::State::lists=${own}/lists`, '-o', `Dir::Cache=${own}/cache`];
  const updated = await run('apt-get', [...options, 'update'], work);
  return updated.code === 0 ? aptWith(work, options) : `apt-get update: ${lastLine(updated.output)}`;
}

function aptWith(work: string, options: readonly string[]) {
  return {
    async unpack(packages: readonly string[], root: string): Promise<string | null> {
      const before = new Set(debsIn(work));
      const got = await run('apt-get', [...options, 'download', ...packages], work);
      if (got.code !== 0) return `apt-get download: ${lastLine(got.output)}`;
      for (const file of debsIn(work).filter((name) => !before.has(name))) {
        const unpacked = await run('dpkg', ['-x', join(work, file), root], work);
        if (unpacked.code !== 0) return `dpkg -x ${file}: ${lastLine(unpacked.output)}`;
      }
      return null;
    },
    /** The library packages that these depend on and that are not installed. */
    async librariesOf(packages: readonly string[]): Promise<string[]> {
      const { output } = await run('apt-cache', [...options, 'depends', '--important', ...packages], work);
      const names = new Set(
        [...output.matchAll(/^[ \t]*\|?(?:Pre)?Depends: ([a-z][a-z0-9.+-]*)$/gm)].map(([, name]) => name ?? ''),
      );
      const libraries = [...names].filter((name) => /^(lib|zlib)/.test(name) && !/^libc6?$/.test(name));
      const states = await Promise.all(libraries.map((name) => run('dpkg-query', ['-s', name], work)));
      return libraries.filter((_, index) => !/^Status: .* installed$/m.test(states[index]?.output ?? ''));
    },
  };
}

const debsIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.deb'));

/**
 * Every folder with libraries in it. What lies deeper (`old-stats`) is needed too: the service looks for it at the place that it
 * was built for.
 */
function libraryPath(root: string): string {
  const folders = ['usr/lib/dovecot', 'usr/lib/dovecot/modules/old-stats', 'usr/lib', 'lib'];
  const ofMachine = ['usr/lib', 'lib']
    .map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => folder.endsWith('-linux-gnu'));
  return [...folders.map((folder) => join(root, folder)).filter(existsSync), ...ofMachine].join(':');
}

/** As package managers do that install anywhere: the path in the library is overwritten by a shorter one. */
function relocate(root: string): boolean {
  const file = realpathSync(join(root, 'usr/lib/dovecot/libdovecot.so.0'));
  const bytes = readFileSync(file);
  let found = false;
  for (let at = bytes.indexOf(BUILT_FOR); at >= 0; at = bytes.indexOf(BUILT_FOR, at + 1)) {
    bytes.fill(0, at, at + BUILT_FOR.length);
    bytes.write(RELOCATED, at);
    found = true;
  }
  if (found) writeFileSync(file, bytes);
  return found;
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const code = await new Promise<number | null>((done) => child.on('error', () => done(-1)).on('close', done));
  return { code, output };
}

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';
