/** Options of `npm run bench` beside the names of benchmarks. */
export interface BenchOptions {
  /** Campaigns that `forecast` runs. */
  readonly campaigns: number;
  /** Seed from which `forecast` draws its campaigns. */
  readonly seed: string;
  /** Rounds of `enrollments` and `cluster`. */
  readonly rounds: number;
  /** Accounts among which the people of `enrollments` and `cluster` are divided, on each side. */
  readonly accounts: number;
  /** People of `million`, who wait in `waiting`, and of each round of `enrollments` and `cluster`; each has its own number unless told. */
  readonly people?: number | undefined;
  /** The only part of `million` that runs: the import of a file of so many `people`, alone or beside walks, or pages of so many by pairs of filters. */
  readonly part?: 'alone' | 'beside' | 'pairs' | undefined;
}
