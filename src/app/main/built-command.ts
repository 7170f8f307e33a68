import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.ts';

/** What Node is given to run `overture`: what `npm run build` puts together from the modules of `dist`. */
export const BUILT_COMMAND = join(PACKAGE_ROOT, 'dist/bin/overture.js');
