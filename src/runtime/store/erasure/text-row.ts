/** A row with the texts of its columns that can hold words. */
export interface TextRow {
  /** The ctid of the row. */
  readonly place: string;
  readonly [column: string]: unknown;
}
