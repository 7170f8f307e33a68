import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Reads the version from the package's manifest. */
export const readVersion = (package_root: string): string =>
  manifest.parse(JSON.parse(readFileSync(join(package_root, 'package.json'), 'utf8'))).version;
