/** A text that replaces a stretch of the source. */
export interface Edit extends Place {
  readonly text: string;
}

/** A stretch of the source, by offsets; `end` is not included. */
export interface Place {
  readonly offset: number;
  readonly end: number;
}
