import bars from '../bars.module.css';

interface IntervalBarProps {
  /** From -1 to 1. */
  readonly lower: number;
  readonly upper: number;
  /** True where the interval leaves out 0. */
  readonly isSure: boolean;
}

/**
 * Draws an interval of a difference against zero: filled when it leaves out zero, else only framed, so that it is read in grey
 * too.
 */
export function IntervalBar({ lower, upper, isSure }: IntervalBarProps) {
  const at = (value: number) => 50 + 50 * Math.min(1, Math.max(-1, value));
  return (
    <span className={bars.difference} aria-hidden>
      <span data-sure={isSure} style={{ left: `${at(lower)}%`, width: `${Math.max(0.5, at(upper) - at(lower))}%` }} />
      <i />
    </span>
  );
}
