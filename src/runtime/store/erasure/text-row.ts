/** A row with what it says in its columns that can hold words. */
export interface TextRow {
  /** Where it is: its ctid. */
  readonly place: string;
  readonly [column: string]: unknown;
}
