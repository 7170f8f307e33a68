import { diffArrays } from 'diff';
import { isNamed } from './check-test-file.ts';
import type { TestOutcome } from './run-test-file.ts';
import { isShown } from './show-test.ts';

/** One line of the two timelines: positions in `expect` and in the items; behind the last one is the end. */
export interface AlignedRow {
  readonly expected: number | null;
  readonly got: number | null;
  /** The first difference. */
  readonly differs: boolean;
}

/** Both timelines side by side: what is one step stands on one line. Events stand alone, on the right. */
export function align(outcome: TestOutcome): AlignedRow[] {
  const { test, played, comparison } = outcome;
  const { pairs, difference } = comparison;
  const right = played.items.flatMap((item, index) => {
    const isExpected = [...pairs.values()].includes(index) || difference?.got === index;
    return item.is === 'event' || isShown(item, isExpected) ? [index] : [];
  });
  const left = [...test.expect.keys()];
  const rows: Omit<AlignedRow, 'differs'>[] = [];
  // Up to the difference the pairs are known.
  const from = difference ?? { expected: left.length, got: played.items.length };
  for (const got of right.filter((index) => index < from.got)) {
    const expected = [...pairs].find(([, index]) => index === got)?.[0] ?? null;
    rows.push({ expected, got });
  }
  const tail = { left: [...left, left.length].slice(from.expected), right: [...right, played.items.length] };
  rows.push(
    ...alignTail(
      outcome,
      tail.left,
      tail.right.filter((index) => index >= from.got),
    ),
  );
  const first = rows.findIndex(({ expected, got }) => {
    return difference !== null && (expected === difference.expected || got === difference.got);
  });
  return rows.map((row, index) => ({ ...row, differs: index === first }));
}

interface Position {
  readonly position: number;
}

function alignTail(
  { test, played }: TestOutcome,
  left: readonly number[],
  right: readonly number[],
): Omit<AlignedRow, 'differs'>[] {
  const isSame = (expected: number, got: number): boolean => {
    const step = test.expect[expected]?.step;
    const item = played.items[got];
    if (!step || !item) return !step && !item;
    return item.is === 'step' && isNamed(step, item);
  };
  const rows: Omit<AlignedRow, 'differs'>[] = [];
  let waiting: number[] = [];
  const flush = (): void => {
    rows.push(...waiting.map((expected) => ({ expected, got: null })));
    waiting = [];
  };
  const lefts: readonly Position[] = left.map((position) => ({ position }));
  const rights: readonly Position[] = right.map((position) => ({ position }));
  let at = 0;
  const changes = diffArrays<Position>([...lefts], [...rights], {
    comparator: (expected, got) => isSame(expected.position, got.position),
  });
  for (const { value, added, removed } of changes) {
    for (const entry of value) {
      if (removed) waiting.push(entry.position);
      else if (added) {
        const isEvent = played.items[entry.position]?.is === 'event';
        rows.push({ expected: isEvent ? null : (waiting.shift() ?? null), got: entry.position });
      } else {
        flush();
        rows.push({ expected: left[at] ?? null, got: entry.position });
      }
      if (!added) at += 1;
    }
  }
  flush();
  return rows;
}
