/** One thing that the specification says, by the id that tests carry in square brackets. */
export interface Row {
  readonly id: string;
  readonly says: string;
}

export interface RowGroup {
  readonly heading: string;
  readonly rows: readonly Row[];
}
