import { inWords } from './disk-space.ts';
import { sizeOfFolder } from './folder-size.ts';
import type { GoneHome } from './postgres/run-as.ts';

/** So many are named, the largest first. */
const NAMED = 3;

/** The data holds people, so whoever removed a home is told that it is still there, and how much of the disk it takes. */
export async function describeGoneHomes(gone: readonly GoneHome[]): Promise<string> {
  const sized: { readonly home: string; readonly bytes: number }[] = [];
  for (const { folder, wanted } of gone)
    sized.push({ home: `${folder} (of ${wanted})`, bytes: await sizeOfFolder(folder) });
  sized.sort((one, other) => other.bytes - one.bytes);
  const named = sized.slice(0, NAMED).map(({ home, bytes }) => `${home}, ${inWords(bytes)}`);
  const others = sized.slice(NAMED);
  const rest = inWords(others.reduce((sum, { bytes }) => sum + bytes, 0));
  const shown = [...named, ...(others.length === 0 ? [] : [`and ${others.length} more, ${rest}`])].join('; ');
  return `${shown}: the home is gone, and the data that lay outside of it is not; remove it where nobody needs it`;
}
