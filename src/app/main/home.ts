import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { ClockSetting } from '../../shared/kit/clock.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { ordinaryUser } from './postgres/run-as.ts';
import { keepFromOthers } from './private-files.ts';

/** `OVERTURE_HOME`: the data, the keys, the clock, and what runs. */
export interface Home {
  readonly folder: string;
  path(...parts: string[]): string;
}

/** The home in that folder, without a look at whether it is there. */
export function homeAt(folder: string): Home {
  const absolute = resolve(folder);
  return { folder: absolute, path: (...parts) => join(absolute, ...parts) };
}

/** Made where it is not there yet; closed to others either way. */
export function openHome(folder: string): Home {
  const absolute = resolve(folder);
  try {
    if (!existsSync(absolute)) makeHome(absolute);
    // A folder of somebody else's things stays as open as it is.
    else if (isHome(absolute) || readdirSync(absolute).length === 0) keepFromOthers(absolute, isRoot() ? 0o711 : 0o700);
    mkdirSync(join(absolute, 'logs'), { recursive: true, mode: 0o700 });
    keepFromOthers(join(absolute, 'logs'));
  } catch (error) {
    throw new CodedError('home_not_writable', `Cannot write to ${absolute}.`, {
      fix: 'Set OVERTURE_HOME to a folder that you can write to.',
      cause: error,
    });
  }
  return homeAt(absolute);
}

/**
 * As root Postgres and dovecot run as users of their own, whose data is in here: they may pass, and see nothing on their way. An earlier
 * home keeps whoever could pass, and lets in nobody new, for with that their data would be looked for elsewhere.
 */
function makeHome(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  if (!isRoot()) return;
  const guests = [ordinaryUser(['postgres', 'nobody']), ordinaryUser(['dovecot', 'nobody'])];
  const groups = [...new Set(guests.flatMap((guest) => guest?.gid ?? []))];
  const [group] = groups;
  if (group !== undefined && groups.length === 1) chownSync(folder, 0, group);
  chmodSync(folder, groups.length === 1 ? 0o710 : 0o711);
}

/** Whether an engine has run on it. */
export function isHome(folder: string): boolean {
  return OF_A_HOME.some((file) => existsSync(join(folder, file)));
}

const OF_A_HOME = ['secret-key', 'api-key', 'clock.json', 'run.json'];

const isRoot = (): boolean => process.getuid?.() === 0;

/** A secret of this home: made once, readable by its owner only. */
export function secretFile(home: Home, name: string, make: () => string): string {
  const file = home.path(name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const value = make();
  try {
    writeFileSync(file, `${value}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    return readFileSync(file, 'utf8').trim(); // Another role was first.
  }
  return value;
}

export const newSecretKey = (): string => randomBytes(32).toString('hex');
export const newApiKey = (): string => `ovk_${randomBytes(24).toString('base64url')}`;
export const newV2Key = (): string => `sk_${randomBytes(24).toString('base64url')}`;

/** Written whole or not at all: a reader never sees half a file, and a kill never leaves one. */
export function writeJson(file: string, value: unknown): void {
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}

const clockSchema = z.object({ wall_origin: z.number(), world_origin: z.number(), speed: z.number().min(1) });
/** While a start is under way: the speed that the clock will have. */
const laterSchema = z.object({ speed_when_up: z.number().min(1) });

export function readClockFile(home: Home): ClockSetting | null {
  const file = home.path('clock.json');
  if (!existsSync(file)) return null;
  const parsed = clockSchema.safeParse(readJson(file));
  if (!parsed.success) {
    throw new CodedError('clock_file_broken', `${file} is not a clock.`, {
      fix: 'Restore it from a copy; without it virtual time would jump, and steps would run early or late.',
    });
  }
  return parsed.data;
}

export const readLaterSpeed = (home: Home): number | null =>
  laterSchema.safeParse(readJson(home.path('clock.json'))).data?.speed_when_up ?? null;

export const writeClockFile = (home: Home, setting: ClockSetting, laterSpeed: number | null = null): void =>
  writeJson(home.path('clock.json'), { ...setting, ...(laterSpeed === null ? {} : { speed_when_up: laterSpeed }) });

const runSchema = z.object({
  pid: z.number(),
  started_at: z.string(),
  api: z.object({ url: z.string(), port: z.number() }).optional(),
  v2: z.object({ url: z.string(), port: z.number() }).optional(),
  /** The address of the worker's metrics. */
  worker: z.object({ url: z.string() }).optional(),
  temporal: z
    .object({ address: z.string(), namespace: z.string(), ui: z.string().optional(), pid: z.number().optional() })
    .optional(),
  postgres: z.object({ url: z.string(), v2_url: z.string(), pid: z.number().optional() }).optional(),
  clock: clockSchema.optional(),
  pids: z.record(z.string(), z.number()).optional(),
});

/** The parts that `overture dev` runs: roles started alone with the same home, and the commands, read it. */
export type RunFile = z.output<typeof runSchema>;

export function readRunFile(home: Home): RunFile | null {
  const file = home.path('run.json');
  if (!existsSync(file)) return null;
  const parsed = runSchema.safeParse(readJson(file));
  return parsed.success ? parsed.data : null;
}

export const writeRunFile = (home: Home, run: RunFile): void => writeJson(home.path('run.json'), run);

/** Null where there is no such file, or it is no JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
