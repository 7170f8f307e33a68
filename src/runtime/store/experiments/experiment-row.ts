/** What came of the people of an arm whose days are over. */
export interface TallyRow {
  readonly judged: number;
  readonly successes: number;
}

/** Where the experiment of a split with `optimize` stands. */
export interface ExperimentRow {
  readonly id: string;
  readonly tallies: Readonly<Record<string, TallyRow>>;
  readonly look_at: number;
  readonly winner: string | null;
  readonly decided_at: Date | null;
}

/** What is asked of a split; who asks something else begins another experiment. */
export interface ExperimentKey {
  readonly sequence: string;
  /** The split's id. */
  readonly node: string;
  readonly metric: string;
  readonly arms: readonly string[];
}

export const FIELDS = 'id, tallies, look_at, winner, decided_at';

export const valuesOf = ({ sequence, node, metric, arms }: ExperimentKey) => [sequence, node, metric, arms.toSorted()];
