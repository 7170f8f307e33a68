import type { Chain, Migration } from './up-to-date.ts';

/** Schema 1 is what came before the inputs were numbered, with its number. */
const numbered: Migration = (given) => given;

/** Schema 2 of a start tells its run; one that does not is the first. */
const withRun: Migration = (given) => given;

/** Schema 3 of a start tells by its number that the walk goes the ways that were new until then; an earlier one is asked for them. */
const withNewWays: Migration = (given) => given;

/** First argument of the enrollment workflow; the walk that it may carry has a number of its own. */
export const ENROLLMENT_START: Chain = {
  input: 'start of an enrollment',
  migrations: [numbered, withRun, withNewWays],
};

/** Schema 2 knows labels; a state from before has none, and no event is one. */
const withLabels: Migration = (given) => given;

/** Schema 3 looks back at deadlines; a state from before has come to none. */
const withDeadlines: Migration = (given) => given;

/** `EnrollmentState`: what a walk hands on when it continues as new. */
export const ENROLLMENT_STATE: Chain = { input: 'state of a walk', migrations: [numbered, withLabels, withDeadlines] };

/** `EnrollmentEvent`, as a signal. */
export const ENROLLMENT_EVENT: Chain = { input: 'event', migrations: [numbered, withLabels] };

/** `MoveEvent`, as a signal. */
export const MOVE_EVENT: Chain = { input: 'move to another version', migrations: [numbered] };

/** The campaign workflow's argument. */
export const CAMPAIGN_START: Chain = { input: 'start of an import', migrations: [numbered] };
