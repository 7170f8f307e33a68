/** Counts of people, and what they cost. */
export interface ResultCounts {
  readonly enrolled: number;
  readonly contacted: number;
  readonly accepted: number;
  readonly replied: number;
  readonly positive: number;
  readonly finished: number;
  /** People whose days after the first contact are over, and how many of them had replied by then. */
  readonly judged: number;
  readonly judged_replied: number;
  readonly credits: number;
  readonly inmails: number;
}

export interface StepCounts {
  readonly sequence: string;
  readonly node: string;
  readonly reached: number;
  readonly done: number;
  readonly in_doubt: number;
  readonly refused: number;
  readonly not_done: number;
  readonly standing: number;
  readonly accepted: number;
  readonly answered: number;
  /** Calls that had an effect, however often for one person. */
  readonly calls: number;
  readonly credits: number;
}

export interface TimeBetween {
  readonly sequence: string;
  readonly from: string;
  readonly to: string;
  readonly people: number;
  /** Hours: a quarter of them took less, half, three quarters. */
  readonly hours: readonly [number, number, number];
}

export interface CountedResults {
  readonly total: ResultCounts;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly labels: Readonly<Record<string, number>>;
  readonly steps: readonly StepCounts[];
  readonly times: readonly TimeBetween[];
  readonly groups: readonly (ResultCounts & { readonly group: string | null })[];
}
