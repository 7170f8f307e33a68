import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runsOf } from '../../language/plan/nodes/runs-of.ts';
import { compileSequence } from '../../language/sequence/compile-sequence.ts';
import { isSequence } from './sequence-paths.ts';

const NAME = /^sequence:\s*["']?([a-z][a-z0-9-]{0,63})["']?\s*(?:#.*)?$/m;

/** The name that a text gives its sequence, whatever else is wrong with it. */
export const nameOf = (text: string): string | undefined => NAME.exec(text)?.[1];

/**
 * The sequences that are known around some files: their own, and those beside them; each with the names it continues in. One
 * that has mistakes is known by its name.
 */
export async function knownSequences(
  files: readonly { readonly file: string; readonly text: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = new Map<string, readonly string[]>();
  // Most sequences run no other one, and need nobody's names.
  if (!files.some(({ text }) => /\brun\b/.test(text))) return known;
  const folders = new Set(files.filter(({ file }) => file !== 'stdin').map(({ file }) => dirname(file)));
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((entry) => isSequence(entry))) {
      add(known, await readFile(join(folder, name), 'utf8').catch(() => ''));
    }
  }
  for (const { text } of files) add(known, text);
  return known;
}

function add(known: Map<string, readonly string[]>, text: string): void {
  const compiled = compileSequence(text);
  const name = compiled.ok ? compiled.plan.sequence : nameOf(text);
  if (name === undefined) return;
  known.set(name, compiled.ok ? runsOf(Object.values(compiled.plan.nodes)) : []);
}
