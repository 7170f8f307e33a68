import type { ChannelName, LimitClass, Plan } from '../../language/plan/plan.ts';
import type { NetworkProfile } from '../calendar/network-profile.ts';
import type { ArmFigures } from '../experiments/count-arms.ts';
import type { OptimizedFigures } from '../experiments/optimized-figures.ts';
import type { GivenAccount } from './accounts/simulated-accounts.ts';
import type { PersonSoFar } from './people/people-so-far.ts';
import type { Rates } from './people/rates.ts';
import type { GivenLead } from './people/simulated-leads.ts';

/** The input of `simulate`. */
export interface SimulationInput {
  /** Several share the accounts that they name, and the credits. */
  readonly plans: readonly Plan[];
  /** How many for each sequence, or who they are. */
  readonly leads: number | readonly GivenLead[];
  readonly days: number;
  /** The same seed draws the same. */
  readonly seed: string | number;
  /** A local day, `YYYY-MM-DD`, or a local time, `YYYY-MM-DDTHH:MM`, of the first sequence's schedule. */
  readonly start?: string;
  readonly rates?: Rates;
  /** Real people who stand for the first leads, with what they have done; null: nobody has contacted them. Their accounts are those that they really have. */
  readonly people?: readonly { readonly id: string; readonly so_far: PersonSoFar | null }[];
  readonly accounts?: readonly GivenAccount[];
  /** The tiers there are, for accounts of which nothing is known; absent: nothing limits those but the sequences. */
  readonly profiles?: readonly NetworkProfile[];
  /** API credits; absent: never used up. */
  readonly credits?: number;
  /** Plans that a `run` may continue in, besides `plans`. */
  readonly others?: readonly Plan[];
  /** Also tells what one more account would change, which is a second run. */
  readonly what_if?: boolean;
  /** So often it is run, each time with other people; all but `ranges` is of the first one. 1 unless said. */
  readonly runs?: number;
}

export type Counts = Readonly<Record<string, number>>;

export interface SimulatedDay {
  readonly date: string;
  readonly actions: Counts;
  readonly credits: number;
  /** Leads whose last enrollment has ended by the end of that day. */
  readonly finished: number;
}

export interface Saturated {
  readonly account: string;
  readonly class: LimitClass;
  /** First and last local day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** `emails_per_domain` of an account: the first and the last day on which the domain had its share. */
export interface SaturatedDomain extends Omit<Saturated, 'class'> {
  readonly domain: string;
}

export interface AccountDay {
  readonly date: string;
  readonly used: number;
  /** The number that the caps allowed that day; 0 on days without hours and when the week's is used up; null: no cap. */
  readonly cap: number | null;
}

export interface ClassOfAccount {
  readonly class: LimitClass;
  readonly used: number;
  readonly by_day: readonly AccountDay[];
}

/** The limit that the campaign feels most. */
export interface BindingLimit {
  readonly limit: LimitClass;
  /** Each account's; the lowest of a period. */
  readonly caps: readonly { readonly count: number; readonly per: 'day' | 'week' | 'month' }[];
  /** `instead`: people go another way; `held`: they wait for the next month; `reached`: slots are booked for later. */
  readonly effect: 'instead' | 'held' | 'reached';
  /** The number of people whom the limit keeps from the step, or keeps waiting for it; null with `reached`. */
  readonly people: number | null;
  /** The same as a sentence. */
  readonly text: string;
}

export interface FunnelStep {
  readonly sequence: string;
  readonly node: string;
  readonly kind: string;
  /** The step in a few words. */
  readonly title: string;
  /** Leads that came to the step. */
  readonly in: number;
  /** How it ended for them, most frequent first. */
  readonly out: Counts;
  /** Leads that still stand at it when the time is over. */
  readonly standing: number;
}

export interface WhatIf {
  readonly channel: ChannelName;
  readonly finished_at: string | null;
  /** Leads whose enrollment has ended by then. */
  readonly finished: number;
  /** The number of finished people by the end of each day, as `by_day` counts them. */
  readonly finished_by_day: readonly number[];
}

export interface SimulatedSplit {
  readonly sequence: string;
  readonly node: string;
  /** In a few words. */
  readonly title: string;
  readonly arms: readonly ArmFigures[];
  /** How people were moved towards the better arm; null: they go as the weights say. */
  readonly optimized: OptimizedFigures | null;
}

/** The range of one number in several simulations. */
export interface Range {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** The ranges of an arm of a split, in several simulations. */
export interface ArmRanges {
  readonly name: string;
  readonly entered: Range;
  readonly accepted: Range;
  readonly replied: Range;
}

/** The ranges of the numbers when people are drawn several times. */
export interface Ranges {
  readonly runs: number;
  /** Null: it does not end in these days. */
  readonly finished_at: { readonly low: string | null; readonly median: string | null; readonly high: string | null };
  readonly finished: Range;
  readonly replied: Range;
  readonly outcomes: Readonly<Record<string, Range>>;
  readonly actions: Readonly<Record<string, Range>>;
  /** The arms of each split. */
  readonly splits: readonly (Pick<SimulatedSplit, 'sequence' | 'node' | 'title'> & {
    readonly arms: readonly ArmRanges[];
  })[];
}

/** The result of a simulation: what will happen, if people do as the rates say. Dates are days of the schedule's zone. */
export interface Simulation {
  readonly sequences: readonly string[];
  readonly leads: number;
  readonly days: number;
  readonly seed: string;
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  /**
   * Leads by outcome; `active`: not ended when the days are over; `not_enrolled`: the sequence's `enroll` rules keep them out.
   * They add up to the leads.
   */
  readonly outcomes: Counts;
  /** Leads who have answered, however it ended for them: docs/counts.md. */
  readonly replied: number;
  /** Calls that were made, by kind of step. */
  readonly actions: Counts;
  readonly by_day: readonly SimulatedDay[];
  readonly credits: number;
  readonly credits_ended_at: string | null;
  /** When the last enrollment ended; null: some are still active. */
  readonly finished_at: string | null;
  readonly finished: number;
  /** Counts, by what they wait for, those who are still active. */
  readonly waiting: Counts;
  /** The tier that was taken for granted, by channel, where nothing was said of an account. */
  readonly assumed: { readonly [channel in ChannelName]?: string };
  /** Null: no limit changes anything. */
  readonly binding: BindingLimit | null;
  readonly saturated: readonly Saturated[];
  readonly saturated_domains: readonly SaturatedDomain[];
  readonly by_account: readonly {
    readonly account: string;
    readonly channel: ChannelName;
    readonly leads: number;
    readonly classes: readonly ClassOfAccount[];
  }[];
  readonly funnel: readonly FunnelStep[];
  /** The results of the arms of each split. */
  readonly splits: readonly SimulatedSplit[];
  readonly what_if: WhatIf | null;
  /** Null: it was run once. */
  readonly ranges: Ranges | null;
}
