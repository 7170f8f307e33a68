import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Why no process of this machine can be given a root folder of its own; null where it can. */
export function whyNoBoxes(): string | null {
  if (process.platform !== 'linux') return 'boxes are made of Linux namespaces';
  const { status, stderr } = spawnSync('unshare', ['--mount', '--net', 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `no namespace may be made here: ${stderr?.trim() || 'there is no unshare'}`;
}

export interface BoxCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** A user of the box's own `/etc/passwd`; root unless named. */
  readonly user?: string | undefined;
  /** Folders and files of this machine that it sees at other places. */
  readonly mounts?: readonly { readonly from: string; readonly to: string }[];
  /** The network that the box is in; this machine's unless named. */
  readonly network?: Network | undefined;
}

/** A network of its own, with nothing in it but the loopback device: every port is free. */
export interface Network {
  readonly pid: number;
  close(): void;
}

export async function openNetwork(): Promise<Network> {
  const holder = spawn('unshare', ['--net', 'sh', '-c', 'ip link set lo up && echo up && exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve());
    holder.once('exit', (code) => reject(new Error(`no network of its own: it ended with ${code}`)));
  });
  return { pid: holder.pid ?? 0, close: () => void holder.kill('SIGKILL') };
}

/** Folders of this machine that every box sees and cannot change; only `/usr/local` takes changes, each box its own. */
const PROGRAMS = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];

/**
 * A folder that processes have for their root, as those of a container have their image: the programs of this machine, an `/etc` of its
 * own, and for the rest what is put there.
 */
export interface Box {
  readonly root: string;
  spawn(command: BoxCommand, options?: SpawnOptions): ChildProcess;
  dispose(): void;
}

export function makeBox(root: string): Box {
  for (const name of PROGRAMS.filter((one) => existsSync(`/${one}`))) {
    if (lstatSync(`/${name}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(root, name));
    else mkdirSync(join(root, name), { recursive: true });
  }
  for (const name of ['dev', 'proc', 'sys', 'root', 'run', 'var/tmp', 'opt'])
    mkdirSync(join(root, name), { recursive: true });
  mkdirSync(join(root, 'tmp'));
  for (const name of ['tmp', 'var/tmp']) chmodSync(join(root, name), 0o1777);
  chmodSync(root, 0o755); // Whoever it runs as has to come in.
  cpSync('/etc', join(root, 'etc'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return {
    root,
    spawn: (command, options = {}) => {
      const [program = '', ...args] = wrapped(root, command);
      return spawn(program, args, options);
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** In a mount namespace of its own, so that nothing has to be taken down again. */
const SET_UP = `set -e
root=$1; shift
for name in ${PROGRAMS.join(' ')}; do
  if [ -d "$root/$name" ] && [ ! -L "$root/$name" ]; then
    mount --bind "/$name" "$root/$name"
    mount -o remount,ro,bind "$root/$name"
  fi
done
mkdir -p "$root/.local/upper" "$root/.local/work"
mount -t overlay overlay -o "lowerdir=/usr/local,upperdir=$root/.local/upper,workdir=$root/.local/work" "$root/usr/local"
for name in dev proc sys; do mount --rbind "/$name" "$root/$name"; done
while [ "$1" != -- ]; do
  mkdir -p "$(dirname "$root$2")"
  if [ -d "$1" ]; then mkdir -p "$root$2"; else touch "$root$2"; fi
  mount --bind "$1" "$root$2"
  shift 2
done
shift
exec "$@"`;

function wrapped(root: string, { command, env, workdir, user, mounts = [], network }: BoxCommand): string[] {
  return [
    ...(network ? ['nsenter', `--net=/proc/${network.pid}/ns/net`] : []),
    ...['unshare', '--mount', 'sh', '-c', SET_UP, 'box', root],
    ...mounts.flatMap(({ from, to }) => [from, to]),
    ...['--', 'chroot', ...(user ? [`--userspec=${user}:${user}`] : []), root],
    ...['env', '--ignore-environment', `--chdir=${workdir}`],
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
}
