import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder for a home that everybody may enter. Postgres does not run as root, and its data would otherwise lie in `/var/lib/overture`, where it stays
 * when the home is removed.
 */
export function temporaryHome(prefix: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, prefix));
  chmodSync(folder, 0o755);
  return folder;
}
