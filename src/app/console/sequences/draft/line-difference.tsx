import { diffLines } from 'diff';
import { useMemo } from 'react';
import parts from '../../parts/parts.module.css';
import classes from '../sequences.module.css';

/** Lines that stay on each side of a change. */
const AROUND = 2;
/** Beyond so many changes the two have little in common, and comparing them takes longer than anybody waits. */
const MOST_CHANGES = 2000;

type Line = { readonly text: string; readonly change: 'same' | 'added' | 'removed' };

interface LineDifferenceProps {
  readonly from: string;
  readonly to: string;
}

/** Shows what changed from one text to the other, line by line; of what stayed, only what is next to it. */
export function LineDifference({ from, to }: LineDifferenceProps) {
  const lines = useMemo(() => changedLines(from, to), [from, to]);
  if (lines.length === 0) return <p>No line of it differs.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it.
    <pre className={classes.theirs} tabIndex={0}>
      {lines.map(({ text, change }, at) => {
        const Element = ELEMENTS[change];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of one text has its place alone.
          <Element key={at}>
            <span aria-hidden>{SIGNS[change]}</span>
            {change !== 'same' && <span className={parts.said}>{`${change}: `}</span>}
            {text}
            {'\n'}
          </Element>
        );
      })}
    </pre>
  );
}

const ELEMENTS = { same: 'span', added: 'ins', removed: 'del' } as const;
const SIGNS = { same: '  ', added: '+ ', removed: '− ' } as const;

function changedLines(from: string, to: string): Line[] {
  const parts = diffLines(from, to, { maxEditLength: MOST_CHANGES }) ?? [
    { value: from, added: false, removed: true },
    { value: to, added: true, removed: false },
  ];
  return parts.flatMap(({ value, added, removed }, at) => {
    const lines = value.replace(/\n$/, '').split('\n');
    if (added || removed) return lines.map((text): Line => ({ text, change: added ? 'added' : 'removed' }));
    const same = (some: readonly string[]) => some.map((text): Line => ({ text, change: 'same' }));
    const [before, after] = [at === 0 ? 0 : AROUND, at === parts.length - 1 ? 0 : AROUND];
    if (parts.length === 1) return [];
    if (lines.length <= before + after) return same(lines);
    const left = lines.length - before - after;
    return same([
      ...lines.slice(0, before),
      `… ${left} ${left === 1 ? 'line' : 'lines'} as before`,
      ...lines.slice(lines.length - after),
    ]);
  });
}
