/** How a step went for a person, over all its visits: the best of them, or that nobody knows yet. */
export const STEP_RESULTS = ['done', 'in_doubt', 'refused', 'not_done'] as const;
export type StepResult = (typeof STEP_RESULTS)[number];

/** A filter of the people of a campaign. Every number of its results is how many fit one such filter. */
export interface ResultFilter {
  /** The step, by its name in the results, that was begun for the person. */
  readonly step?: string | undefined;
  /** The result of that step. */
  readonly result?: StepResult | undefined;
  /** The step at which the person is now. */
  readonly standing?: string | undefined;
  /** The step that the reply answered: the last that had reached the person. */
  readonly answered?: string | undefined;
  readonly contacted?: boolean | undefined;
  readonly accepted?: boolean | undefined;
  readonly replied?: boolean | undefined;
  /** The person replied and has a label that is positive. */
  readonly positive?: boolean | undefined;
  /** The label of the answer; `none`: it has none. */
  readonly label?: string | undefined;
  /** The person's days after the first contact are over. */
  readonly judged?: boolean | undefined;
  readonly outcome?: string | undefined;
  /** The group of the person, as `by` groups them; null: there is no value. */
  readonly group?: string | null | undefined;
  /** The arm that the person took. Being contacted, accepting and replying count from then on, as the experiments count them. */
  readonly arm?: TakenArm | undefined;
}

interface TakenArm {
  readonly name: string;
  /** The split that it is of: its id in each version that asks the same by it. */
  readonly split: ReadonlyMap<number, string>;
}

/** The campaign of the results, and how its people are grouped and judged. */
export interface ResultsAsked {
  readonly campaign_id: string;
  /** Sequence of the campaign: the names of steps of other sequences begin with theirs. */
  readonly sequence: string;
  readonly by: Grouping;
  /** A person is judged so many days after the first contact. */
  readonly window_days: number;
  readonly now: Date;
}

export const LEAD_GROUPS = ['company', 'country', 'location', 'timezone', 'headline'] as const;

/** The grouping of people: by the week or the account of the first contact, by a field of the lead, or by a variable. */
export type Grouping =
  | { readonly kind: 'week' | 'sender' }
  | { readonly kind: 'field'; readonly field: (typeof LEAD_GROUPS)[number] }
  | { readonly kind: 'variable'; readonly name: string };

/** The label of a filter for whose answer has none. */
export const NO_LABEL = 'none';
