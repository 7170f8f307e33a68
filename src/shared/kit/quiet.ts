/** The work of a part of the system at one moment, and what it waits for. */
export interface Quiet {
  /** Virtual time of the part, epoch milliseconds. */
  readonly now: number;
  /** Empty: nothing happens until the clock moves or somebody does something. */
  readonly under_way: readonly UnderWay[];
  /** The first thing that is due later; null: nothing ever is. */
  readonly next: Due | null;
}

export interface UnderWay {
  readonly what: string;
  readonly count: number;
}

export interface Due {
  readonly what: string;
  /** Virtual time, epoch milliseconds. */
  readonly at: number;
}

/** Several parts as one: as late as the last of them, for a part that has not heard of a clock's change yet is behind. */
export function together(parts: readonly Quiet[]): Quiet {
  return {
    now: Math.min(...parts.map(({ now }) => now)),
    under_way: parts.flatMap(({ under_way }) => under_way),
    next: first(parts.map(({ next }) => next)),
  };
}

export function first(dues: readonly (Due | null)[]): Due | null {
  return dues.reduce((one, other) => (one === null || (other !== null && other.at < one.at) ? other : one), null);
}
