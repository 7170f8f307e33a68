import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { invalidParams } from '../answers/service-error.ts';
import type { ByteBudget } from './fetch-link.ts';
import type { GivenFile } from './resolved-file.ts';

/**
 * A file of the server, from the one folder that is set aside for it. What is compared is where the path really ends: a
 * symbolic link inside the folder that leads out of it is refused, and reads like a file that is not there.
 */
export async function readMediaPath(folder: string | null, path: string, budget: ByteBudget): Promise<GivenFile> {
  if (folder === null) {
    throw invalidParams('params.media_path: this service has no media folder; set V2_MEDIA_FOLDER, or send media_file');
  }
  if (path.split(/[\\/]/).includes('..')) throw invalidParams('params.media_path: must not contain ".."');
  const missing = invalidParams(`params.media_path: ${path} not found in the media folder`);
  const root = await realpath(folder).catch(() => {
    throw missing;
  });
  const named = await realpath(isAbsolute(path) ? path : resolve(root, path)).catch(() => {
    throw missing;
  });
  const inside = relative(root, named);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) throw missing;
  const found = await stat(named);
  if (!found.isFile()) throw missing;
  budget.left -= found.size;
  if (budget.left < 0) throw invalidParams('params.media_path: the files of a message are too large together');
  return { name: basename(path), bytes: await readFile(named), declared_type: null };
}
