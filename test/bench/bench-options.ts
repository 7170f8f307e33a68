/** What `npm run bench` may be told beside the names of benchmarks. */
export interface BenchOptions {
  /** Campaigns that `forecast` runs. */
  readonly campaigns: number;
  /** What `forecast` draws them from. */
  readonly seed: string;
  /** Of whom `million` is. */
  readonly people: number;
}
