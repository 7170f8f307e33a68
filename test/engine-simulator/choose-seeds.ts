import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

/** A history, and what it has seen. */
export interface Walked {
  readonly seed: number;
  readonly steps: number;
  readonly situations: ReadonlySet<string>;
}

/** Bounds of the histories that `npm test` walks. */
export interface Room {
  /** Steps of all histories together, as long as each history shows what no other one has. */
  readonly steps: number;
  /** Filled up with the shortest of the others: another order of what was seen is something else, too. */
  readonly histories: number;
}

/** Each kind of step, and each kind that came right after another one, of the same process or of another. */
export function situationsOf(trace: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  let before: { readonly process: string; readonly kind: string } | null = null;
  for (const line of trace) {
    const [, process = '', ...what] = line.split(' ');
    // Whatever has a digit is the name of something, or a figure.
    const kind = [process, ...what].map((word) => (/\d/.test(word) ? '#' : word)).join(' ');
    found.add(kind);
    if (before !== null) found.add(`${before.kind} ${before.process === process ? '>' : '|'} ${kind}`);
    before = { process, kind };
  }
  return found;
}

/** The seeds of those that between them see the most in few steps, in their order. */
export function chooseSeeds(walked: readonly Walked[], { steps, histories }: Room): readonly number[] {
  const left = new Set(walked);
  const chosen: Walked[] = [];
  const seen = new Set<string>();
  const gainOf = (one: Walked): number => [...one.situations].filter((each) => !seen.has(each)).length / one.steps;
  for (let taken = 0; left.size > 0 && chosen.length < histories; ) {
    const [best] = [...left].map((one) => ({ one, gain: gainOf(one) })).toSorted((a, b) => b.gain - a.gain);
    if (!best || best.gain === 0 || taken + best.one.steps > steps) break;
    left.delete(best.one);
    chosen.push(best.one);
    for (const each of best.one.situations) seen.add(each);
    taken += best.one.steps;
  }
  const shortest = [...left].toSorted((a, b) => a.steps - b.steps).slice(0, histories - chosen.length);
  return [...chosen, ...shortest].map(({ seed }) => seed).toSorted((a, b) => a - b);
}

const FILE = join(PACKAGE_ROOT, 'test/engine-simulator/day-seeds.ts');
const WIDTH = 120;

/** Writes the file that holds `DAY_SEEDS`. */
export function writeDaySeeds(seeds: readonly number[]): void {
  const lines: string[] = [];
  for (const seed of seeds) {
    const longer = `${lines.at(-1) ?? ''} ${seed},`;
    if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`  ${seed},`);
  }
  const text = [
    '/** The seeds of the histories that `npm test` walks (`--mix mixed`). Made by `npm run test:simulator -- --choose`. */',
    'export const DAY_SEEDS: readonly number[] = [',
    ...lines,
    '];',
  ];
  writeFileSync(FILE, `${text.join('\n')}\n`);
}
