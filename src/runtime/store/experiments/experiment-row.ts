/** The outcomes of the people of an arm whose days are over. */
export interface TallyRow {
  readonly judged: number;
  readonly successes: number;
}

/** The state of the experiment of a split with `optimize`. */
export interface ExperimentRow {
  readonly id: string;
  readonly tallies: Readonly<Record<string, TallyRow>>;
  readonly look_at: number;
  readonly winner: string | null;
  readonly decided_at: Date | null;
}

/** The question that a split asks. Another question begins another experiment. */
export interface ExperimentKey {
  readonly sequence: string;
  /** The split's id. */
  readonly node: string;
  readonly metric: string;
  readonly arms: readonly string[];
}

export const FIELDS = 'id, tallies, look_at, winner, decided_at';

export const valuesOf = ({ sequence, node, metric, arms }: ExperimentKey) => [sequence, node, metric, arms.toSorted()];
