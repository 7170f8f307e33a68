import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A block of a file, in bytes, as the system counts them. */
const BLOCK = 512;

/** The bytes that the files of a folder take on the disk; what is removed meanwhile takes none. */
export async function sizeOfFolder(folder: string): Promise<number> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  // One after the other: a data folder has thousands of files.
  for (const entry of found) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await sizeOfFolder(path) : await sizeOfFile(path);
  }
  return bytes;
}

const sizeOfFile = (path: string): Promise<number> =>
  lstat(path).then(
    ({ blocks }) => blocks * BLOCK,
    () => 0,
  );
