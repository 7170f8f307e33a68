import { basename, dirname } from 'node:path';
import type { TestFile } from './classify-files.ts';

/** An item that the night runs under one name: files of tests, or a command. */
export interface NightlyItem {
  readonly name: string;
  /** The item starts what takes a core of its own: one such item at a time. */
  readonly is_heavy: boolean;
  readonly files?: readonly string[];
  /** The arguments of `npm`. */
  readonly command?: readonly string[];
}

const COMMANDS: readonly NightlyItem[] = [
  { name: 'expressions', is_heavy: false, command: ['run', 'judge:expressions', '--', '--all', '--check'] },
  {
    name: 'simulator',
    is_heavy: false,
    command: ['run', 'test:simulator', '--', '--workers', '1', '--histories', '3000'],
  },
  { name: 'simulator-mutations', is_heavy: false, command: ['run', 'test:simulator', '--', '--mutations'] },
  { name: 'faults', is_heavy: true, command: ['run', 'test:faults', '--', '--short'] },
  { name: 'cluster', is_heavy: true, command: ['run', 'test:cluster'] },
  { name: 'fuzz', is_heavy: true, command: ['run', 'test:fuzz'] },
];

/**
 * Everything that `npm test` leaves out, longest first: each file of whole systems, the other files of the night by folder, the files of the day
 * whose rounds are all run at night, and the commands of the long runs.
 */
export function nightlyItems(files: readonly TestFile[], hasRounds: (path: string) => boolean): readonly NightlyItem[] {
  const groups = new Map<string, { is_heavy: boolean; files: string[] }>();
  for (const file of files) {
    const name = nameOf(file, hasRounds(file.path));
    if (name === null) continue;
    const group = groups.get(name) ?? { is_heavy: file.is_heavy, files: [] };
    group.files.push(file.path);
    groups.set(name, group);
  }
  return [...[...groups].map(([name, group]) => ({ name, ...group })), ...COMMANDS];
}

function nameOf({ path, when, is_heavy }: TestFile, hasRounds: boolean): string | null {
  if (when === 'always') return hasRounds ? `rounds${is_heavy ? '-heavy' : ''}` : null;
  if (/^test\/(?:e2e|nightly)\//.test(path)) return `${basename(dirname(path))}/${basename(path, '.test.ts')}`;
  const [, room = ''] = path.split('/');
  return `${room}${is_heavy ? '' : '-light'}`;
}
