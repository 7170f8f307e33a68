import { ownWordsFor } from './foreign-words.ts';

/** The only candidate that `word` is so near to, or that another tool calls so; null where several are near. */
export function onlyNearMiss(word: string, candidates: Iterable<string>): string | null {
  const all = [...new Set(candidates)];
  const own = ownWordsFor(word, all);
  if (own.length > 0) return own.length === 1 ? (own[0] ?? null) : null;
  const best = nearMiss(word, all);
  if (best === null || word.length < 3) return null;
  const distance = (candidate: string): number => editDistance(normalize(word), normalize(candidate));
  return all.some((other) => other !== best && distance(other) <= distance(best)) ? null : best;
}

/** The candidate that `word` was probably meant to be, or null. */
function nearMiss(word: string, candidates: Iterable<string>): string | null {
  const plain = normalize(word);
  const most = plain.length <= 4 ? 1 : plain.length <= 8 ? 2 : 3;
  let best: string | null = null;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - plain.length) > most) continue;
    const distance = editDistance(plain, normalize(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** What `word` was probably meant to be: what another tool calls so, before what is spelled like it. Null: no idea. */
export function meantWord(word: string, candidates: Iterable<string>): string | null {
  const all = [...candidates];
  return ownWordsFor(word, all)[0] ?? nearMiss(word, all);
}

/** `did you mean "visit"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = meantWord(word, candidates);
  return near === null ? '' : `did you mean "${near}"?`;
}

const normalize = (word: string): string => word.toLowerCase().replace(/[\s-]/g, '_').slice(0, 64);

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
