import { type ChildProcess, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { PACKAGE_ROOT } from '../../../src/app/main/package-root.ts';
import { npm, npmEnvironment } from '../../support/npm.ts';
import { type Box, type BoxCommand, makeBox } from './box.ts';
import { execForm, type Instruction, readDockerfile } from './read-dockerfile.ts';

/** The product of the Dockerfile: a root folder, and how a container of it starts. */
export interface Image {
  readonly root: string;
  readonly user: string | undefined;
  /** As a container starts: the image's entry point with these arguments (its CMD without any), as its user. */
  start(args?: readonly string[], options?: ContainerOptions): ChildProcess;
  /** Any command in the image, as its user: `docker exec`. */
  execute(command: readonly string[], options?: ContainerOptions): ChildProcess;
  dispose(): void;
}

export interface ContainerOptions extends Pick<BoxCommand, 'mounts' | 'network'> {
  readonly env?: Readonly<Record<string, string>>;
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

class Stage {
  readonly box: Box;
  readonly env: Record<string, string> = { PATH };
  workdir = '/';
  user: string | undefined;
  entrypoint: string[] = [];
  command: string[] = [];

  constructor(folder: string) {
    this.box = makeBox(folder);
  }
}

/** Carries the Dockerfile out as an engine would, on this machine's programs in place of the base image's. */
export async function buildImage(file = join(PACKAGE_ROOT, 'Dockerfile')): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-image-'));
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of readDockerfile(readFileSync(file, 'utf8'))) {
    if (instruction.name === 'FROM') {
      const name = / AS (\w+)$/i.exec(instruction.text)?.[1] ?? `stage-${stages.size}`;
      mkdirSync(join(folder, name));
      stage = new Stage(join(folder, name));
      stages.set(name, stage);
    } else if (stage) await executeInstruction(instruction, stage, stages);
  }
  if (!stage) throw new Error(`${file} has no FROM`);
  const last = stage;
  const run = (command: readonly string[], { env, ...options }: ContainerOptions = {}) =>
    last.box.spawn(
      { command, env: { ...last.env, ...env }, workdir: last.workdir, user: last.user, ...options },
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
  return {
    root: last.box.root,
    user: last.user,
    start: (args = last.command, options = {}) => run([...last.entrypoint, ...args], options),
    execute: run,
    dispose: () => {
      for (const { box } of stages.values()) box.dispose();
    },
  };
}

async function executeInstruction(
  instruction: Instruction,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
): Promise<void> {
  const { name, text, line } = instruction;
  switch (name) {
    case 'WORKDIR':
      stage.workdir = posix.resolve(stage.workdir, text);
      mkdirSync(join(stage.box.root, stage.workdir), { recursive: true });
      return;
    case 'ENV': {
      const [, variable = '', value = ''] = /^(\w+)=(\S*)$/.exec(text) ?? [];
      stage.env[variable] = value;
      return;
    }
    case 'USER':
      stage.user = text;
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = execForm(text);
      return;
    case 'CMD':
      stage.command = execForm(text);
      return;
    case 'COPY':
      return copy(instruction, stage, stages);
    case 'RUN':
      return runInstruction(instruction, stage);
    default:
      throw new Error(`line ${line} of the Dockerfile: this test cannot carry out ${name} yet`);
  }
}

function copy({ text, flags, line }: Instruction, stage: Stage, stages: ReadonlyMap<string, Stage>): void {
  const words = text.split(' ');
  const to = join(stage.box.root, posix.resolve(stage.workdir, words.at(-1) ?? ''));
  const from = flags.from === undefined ? PACKAGE_ROOT : stages.get(flags.from)?.box.root;
  if (from === undefined) throw new Error(`line ${line} of the Dockerfile: there is no stage ${flags.from}`);
  const ignored = flags.from === undefined ? ignoredFiles() : [];
  for (const source of words.slice(0, -1)) {
    const path = join(from, source);
    if (!existsSync(path) || ignored.includes(path))
      throw new Error(`line ${line} of the Dockerfile: no ${source} to copy`);
    // The contents of a folder go into the named one; files go into a folder that ends in a slash.
    const intoFolder = !statSync(path).isDirectory() && (words.at(-1)?.endsWith('/') ?? false);
    const target = intoFolder ? join(to, basename(path)) : to;
    // Between stages nothing is changed any more: links to the same files do, where copies of all packages take long.
    if (flags.from !== undefined) link(path, target);
    else
      cpSync(path, target, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (one) => !ignored.includes(one),
      });
  }
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const { status, stderr } = spawnSync('cp', ['--archive', '--link', '--no-target-directory', from, to], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** Files that `.dockerignore` keeps from the engine. It names files and folders of the first level; a pattern would need more here. */
function ignoredFiles(): string[] {
  const lines = readFileSync(join(PACKAGE_ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  for (const line of lines)
    if (/[*?!/[\]]/.test(line)) throw new Error(`.dockerignore: this test cannot read ${line} yet`);
  return lines.map((line) => join(PACKAGE_ROOT, line));
}

/**
 * The instruction that made the packages of this checkout from the same lock file: they are linked instead, since installing them
 * once more takes a minute.
 */
const INSTALL = 'npm ci --ignore-scripts';

function linkPackages(to: string): void {
  const from = join(PACKAGE_ROOT, 'node_modules');
  for (const name of readdirSync(from)) if (name !== '.cache' && name !== LIST) link(join(from, name), join(to, name));
  // npm writes into it when it takes packages away.
  cpSync(join(from, LIST), join(to, LIST));
}
const LIST = '.package-lock.json';

async function runInstruction({ text, line }: Instruction, stage: Stage): Promise<void> {
  // Links need the same disk.
  if (text === INSTALL && statSync(PACKAGE_ROOT).dev === statSync(stage.box.root).dev)
    return linkPackages(join(stage.box.root, stage.workdir, 'node_modules'));
  const userconfig = join(homedir(), '.npmrc');
  const cache = npm(PACKAGE_ROOT, ['config', 'get', 'cache']).trim();
  const child = stage.box.spawn(
    {
      command: ['/bin/sh', '-c', text],
      // Whatever this machine needs to reach the registry, it needs in there too.
      env: { ...settingsOfNetwork(), HOME: '/root', npm_config_cache: cache, ...stage.env },
      workdir: stage.workdir,
      user: stage.user,
      mounts: [
        { from: cache, to: cache },
        ...(existsSync(userconfig) ? [{ from: userconfig, to: '/root/.npmrc' }] : []),
      ],
    },
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const { code, output } = await ended(child);
  if (code !== 0) throw new Error(`line ${line} of the Dockerfile: RUN ${text} ended with ${code}:\n${output}`);
}

const settingsOfNetwork = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(npmEnvironment()).flatMap(([name, value]) =>
      value !== undefined && /_proxy$|^npm_config_|^node_extra_ca_certs$|^ssl_cert/i.test(name) ? [[name, value]] : [],
    ),
  );

export async function ended(child: ChildProcess): Promise<{ code: number | null; output: string; out: string }> {
  let output = '';
  let out = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code, output, out };
}
