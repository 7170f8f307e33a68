import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../main/package-root.ts';

const manifest = z.object({ name: z.string(), version: z.string(), private: z.boolean().default(false) });

/** Our own package.json. `private` says that no registry has this package. */
export const packageManifest = (): z.output<typeof manifest> =>
  manifest.parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')));
