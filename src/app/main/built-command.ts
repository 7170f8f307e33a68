import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.ts';

/** The script that Node is given to run `overture`: `npm run build` puts it together from the modules of `dist`. */
export const BUILT_COMMAND = join(PACKAGE_ROOT, 'dist/bin/overture.js');
