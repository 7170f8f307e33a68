import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CodedError } from '../../shared/kit/coded-error.ts';

/** The space of the disk on which a folder is, in bytes. */
export interface DiskSpace {
  /** The bytes that we may still write there. */
  readonly free: number;
  readonly size: number;
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Reads the space of the disk on which the folder is, or will be; null where the system does not say. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const found = await statfs(there).catch(() => null);
  return found === null ? null : { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
}

/** A twentieth of the disk, at most 5 GiB: so much is written in days, not in minutes. On a small disk 256 MiB. */
export const isLow = ({ free, size }: DiskSpace): boolean => free < Math.max(256 * MIB, Math.min(5 * GIB, size / 20));

/** `120 MB of 20.0 GB are free` */
export const describeSpace = ({ free, size }: DiskSpace): string => `${inWords(free)} of ${inWords(size)} are free`;

/** For `doctor`. Throws CodedError `disk_low`. */
export async function examineDisk(folder: string): Promise<string> {
  const space = await readDiskSpace(folder);
  if (space === null) return 'the system does not say how much is free';
  if (!isLow(space)) return describeSpace(space);
  throw new CodedError('disk_low', `only ${describeSpace(space)} where ${folder} is`, {
    fix: 'Make room before it is full: nothing can be written then. overture settings retention shortens what is kept.',
  });
}

export function inWords(bytes: number): string {
  const megabytes = bytes / MIB;
  return megabytes < 1024 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
