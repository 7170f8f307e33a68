/** The logarithms by which a block multiplies each bet, by the kind of block; undefined: no block is of this kind. */
type LogFactors = readonly (Float64Array | undefined)[];

/** The worth of many bets, kept as logarithms: many blocks at once are then a sum, and nothing becomes too small to come back. */
export interface Stakes {
  /** The worth of all bets together. */
  worth(): number;
  /** Multiplies them by so many blocks of each kind. */
  multiply(factors: LogFactors, counts: Uint32Array): void;
  /** At least the most that they can be worth at any time while these blocks come, in whatever order: as if no bet lost before all had won. */
  mostWithin(factors: LogFactors, counts: Uint32Array): number;
}

export function createStakes(shares: readonly number[]): Stakes {
  const logs = Float64Array.from(shares, Math.log);
  const sum = (values: Float64Array): number => {
    let total = 0;
    for (let bet = 0; bet < values.length; bet++) total += Math.exp(values[bet] ?? 0);
    return total;
  };
  return {
    worth: () => sum(logs),
    multiply(factors, counts) {
      add(logs, factors, counts, Number.NEGATIVE_INFINITY);
    },
    mostWithin(factors, counts) {
      const most = logs.slice();
      add(most, factors, counts, 0);
      return sum(most);
    },
  };
}

/** A plain loop over numbers, since nearly all the time of an interval is spent here. Factors below `least` count as `least`. */
function add(logs: Float64Array, factors: LogFactors, counts: Uint32Array, least: number): void {
  for (let kind = 0; kind < factors.length; kind++) {
    const ofKind = factors[kind];
    const count = counts[kind] ?? 0;
    if (ofKind === undefined || count === 0) continue;
    for (let bet = 0; bet < logs.length; bet++) {
      logs[bet] = (logs[bet] ?? 0) + count * Math.max(least, ofKind[bet] ?? 0);
    }
  }
}
