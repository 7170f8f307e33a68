/** Variables that `set` and `save_as` made, on every path. */
export interface MadeSet {
  readonly bits: bigint;
  has(name: string): boolean;
  and(names: readonly string[]): MadeSet;
  shared(other: MadeSet): MadeSet;
  /** Whatever name there is. */
  all(): MadeSet;
}

/** Facts that are certain about the lead, whichever way the walk came. */
export interface Certain {
  readonly connected: boolean;
  readonly has_email: boolean;
  /** That there is no address: none was found, or a condition says so. */
  readonly no_email: boolean;
  /** An email of this enrollment was sent, so a later one can answer it. */
  readonly emailed: boolean;
  /** Nothing has reached the lead yet. */
  readonly unsent: boolean;
  /** No step that takes time stands between what was last sent and here: only a `wait_for: reply` can have heard the answer to it. */
  readonly unheard: boolean;
  /** Variables that `set` and `save_as` made. */
  readonly made: MadeSet;
}

/** Time has passed in which the lead may have answered. */
export const later = (certain: Certain): Certain => (certain.unsent ? certain : { ...certain, unheard: false });

/** Adds what is certain because a condition says so. */
export function withFacts(certain: Certain, facts: readonly string[]): Certain {
  return {
    ...certain,
    connected: certain.connected || facts.includes('connected'),
    has_email: certain.has_email || facts.includes('has_email'),
    no_email: (certain.no_email && !facts.includes('has_email')) || facts.includes('!has_email'),
  };
}
