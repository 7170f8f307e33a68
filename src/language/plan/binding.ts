import type { Cap, LimitClass } from './plan.ts';

/** The one constraint that keeps a step from going out now; plain JSON, kept with the enrollment for `explain`. */
export interface Binding {
  readonly constraint:
    | 'hours'
    | 'holiday'
    | 'day_cap'
    | 'week_cap'
    /** The mails that one domain may get. */
    | 'domain_cap'
    | 'warm_up'
    | 'spacing'
    /** The call comes so late in the account's day that it might count for the next one. */
    | 'day_end'
    | 'credits'
    | 'mailbox'
    | 'profile'
    /** The network itself refused more of this class for now. */
    | 'network'
    /** The earlier slot went to a step that answers a person, or to a campaign that had less than its share. */
    | 'share'
    /** The seat has no InMail left before its renewal. */
    | 'inmails'
    /** The seat's unlocks of the month. */
    | 'unlocks'
    /** A person of ours writes to them. */
    | 'writer'
    /** Somebody has written whom nobody fits: it may be this person. */
    | 'unmatched'
    /** The deadline has passed, and what had happened by then is not known yet. */
    | 'unheard';
  /** In plain words: `10 of 10 invitations of Anna used today`. */
  readonly text: string;
  readonly limit_class?: LimitClass;
  readonly count?: number;
  readonly used?: number;
  readonly per?: Cap['per'] | 'month';
}
