import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/** The new text in one step: a reader, or a crash, sees the old file or the new one, never a half. */
export async function replaceFile(path: string, text: string): Promise<void> {
  // What a link points to is replaced, not the link.
  const target = await realpath(path);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await chmod(temporary, (await stat(target)).mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
