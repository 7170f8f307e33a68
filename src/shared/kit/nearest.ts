/** How many letters may be wrong, of two words without their separators. */
type Leeway = (word: string, candidate: string) => number;

const byLength: Leeway = ({ length }) => (length <= 4 ? 1 : length <= 8 ? 2 : 3);
const LONGEST = 64;

/**
 * Guesses what an unknown word was meant to be: of the candidates that are spelled nearly so (case and separators count for
 * nothing) those that are nearest. None: no idea.
 */
export function nearest(word: string, candidates: Iterable<string>, leeway: Leeway = byLength): string[] {
  const plainWord = plain(word);
  let best: string[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of new Set(candidates)) {
    const plainCandidate = plain(candidate);
    const most = Math.min(least, leeway(plainWord, plainCandidate));
    if (Math.abs(plainCandidate.length - plainWord.length) > most) continue;
    const distance = editDistance(plainWord, plainCandidate);
    if (distance > most) continue;
    best = distance < least ? [candidate] : [...best, candidate];
    least = distance;
  }
  return best;
}

const plain = (word: string): string =>
  word
    .slice(0, LONGEST)
    .replace(/[\s_-]/g, '')
    .toLowerCase();

/** Insertions, deletions, replacements and swaps of neighbors, one each. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) distance = Math.min(distance, at(rows, i - 2, j - 2) + 1);
      row.push(distance);
    }
    rows.push(row);
  }
  return at(rows, a.length, b.length);
}

const at = (rows: readonly (readonly number[])[], i: number, j: number): number => rows[i]?.[j] ?? 0;
