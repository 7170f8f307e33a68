import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { V2_POSTGRES } from '../system/start-system.ts';
import type { System } from '../system/system.ts';

/** A part that keeps something for good, and may be put back alone. */
export type Part = 'engine' | 'v2' | 'temporal';

export const PART_NAMES: Readonly<Record<Part, string>> = {
  engine: "the engine's Postgres",
  v2: "the V2 service's Postgres",
  temporal: "Temporal's own database",
};

const TEMPORAL_FILES = ['temporal.db', 'temporal.db-wal', 'temporal.db-shm'];

/** With owners, for Postgres runs as a user of its own. */
const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);

const backupOf = ({ home }: System, part: Part): string => home.path(`backup-of-${part}`);

/** The part is away for as long as it takes. */
export async function takeBackup(system: System, part: Part): Promise<void> {
  const backup = backupOf(system, part);
  await stopPart(system, part);
  if (part === 'temporal') {
    mkdirSync(backup);
    for (const name of TEMPORAL_FILES) {
      if (existsSync(system.home.path(name))) copy(system.home.path(name), backup);
    }
  } else copy(folderOf(system, part), backup);
  await startPart(system, part);
}

export async function putBack(system: System, part: Part): Promise<void> {
  const backup = backupOf(system, part);
  await stopPart(system, part);
  if (part === 'temporal') {
    for (const name of TEMPORAL_FILES) {
      rmSync(system.home.path(name), { force: true });
      if (existsSync(join(backup, name))) copy(join(backup, name), system.home.path(name));
    }
  } else {
    rmSync(folderOf(system, part), { recursive: true });
    copy(backup, folderOf(system, part));
  }
  await startPart(system, part);
}

const folderOf = ({ home }: System, part: 'engine' | 'v2'): string =>
  home.path(part === 'engine' ? 'postgres' : V2_POSTGRES);

const stopPart = (system: System, part: Part): Promise<void> =>
  ({ engine: system.stopPostgres, v2: system.stopV2Postgres, temporal: system.killTemporal })[part]();

const startPart = (system: System, part: Part): Promise<void> =>
  ({ engine: system.startPostgres, v2: system.startV2Postgres, temporal: system.startTemporal })[part]();
