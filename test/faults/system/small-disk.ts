import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { temporaryHome } from '../../support/temporary-home.ts';

/** A disk of that size, or null where this process may not mount one. */
export function mountSmallDisk(megabytes: number): { folder: string; remove(): void } | null {
  const folder = temporaryHome('overture-disk-');
  const mounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]).status === 0;
  if (!mounted) {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
