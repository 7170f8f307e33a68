import { DAY } from '../../shared/kit/duration.ts';
import { own } from '../../shared/kit/own.ts';
import { type ArmOutcomes, decideWinner } from './decide-winner.ts';
import { type ArmTally, thompsonShares } from './thompson-shares.ts';

/** A person is judged so long after the first contact, whatever came until then, and not before. */
export const JUDGED_AFTER_DAYS = 14;
export const JUDGED_AFTER = JUDGED_AFTER_DAYS * DAY;

/** The state of an experiment that divides new people by what its arms have brought. */
export interface ExperimentState {
  /** Tallies by the name of each arm. */
  readonly tallies: Readonly<Record<string, ArmTally>>;
  /** Whether the arms differ is looked at once so many people are judged. */
  readonly look_at: number;
  /** The arm that is proven better, which everybody takes from then on. */
  readonly winner: string | null;
}

/** The fewest people of whom anything can be proven. */
const FIRST_LOOK = 10;

export const NEW_EXPERIMENT: ExperimentState = { tallies: {}, look_at: FIRST_LOOK, winner: null };

/** A person whose days are over. */
export interface Judged {
  readonly arm: string;
  readonly success: boolean;
}

/** The arm that a person took, with what was known then and the shares that followed from it. */
export interface ArmChoice {
  readonly arm: string;
  /** The shares of new people by the name of each arm; they add up to 1. */
  readonly shares: Readonly<Record<string, number>>;
  readonly seen: Readonly<Record<string, ArmTally>>;
}

const NOBODY: ArmTally = { judged: 0, successes: 0 };

export const tallyOf = ({ tallies }: Pick<ExperimentState, 'tallies'>, arm: string): ArmTally =>
  own(tallies, arm) ?? NOBODY;

const judgedIn = ({ tallies }: ExperimentState): number =>
  Object.values(tallies).reduce((sum, { judged }) => sum + judged, 0);

/** Counts those whose days are over since the last time. */
export function count(state: ExperimentState, people: readonly Judged[]): ExperimentState {
  if (people.length === 0) return state;
  const tallies = { ...state.tallies };
  for (const { arm, success } of people) {
    const { judged, successes } = own(tallies, arm) ?? NOBODY;
    tallies[arm] = { judged: judged + 1, successes: successes + (success ? 1 : 0) };
  }
  return { ...state, tallies };
}

/** Whether the arms may differ by now, which takes reading everybody who is judged. */
export const isDue = (state: ExperimentState): boolean => state.winner === null && judgedIn(state) >= state.look_at;

/**
 * Looks whether one arm is proven better, and when to look again: when a tenth more people are judged. Looking seldom costs a
 * few people and no error, since what is ruled out at any time is found later, too.
 */
export function look(state: ExperimentState, arms: readonly ArmOutcomes[]): ExperimentState {
  const judged = judgedIn(state);
  return { ...state, winner: decideWinner(arms), look_at: Math.max(judged + 1, Math.ceil(judged * 1.1)) };
}

interface Choosing {
  readonly arms: readonly string[];
  /** Those that hold now: `sharesNow`. */
  readonly shares: Readonly<Record<string, number>>;
  /** A number from 0 up to 1, of the person and of what is seen, which is the seed. */
  readonly draw: (seed: string) => number;
}

/** Which arm a person takes now. */
export function chooseArm(state: ExperimentState, { arms, shares, draw }: Choosing): ArmChoice {
  const seen = Object.fromEntries(arms.map((arm) => [arm, tallyOf(state, arm)]));
  let left = draw(arms.map((arm) => `${arm} ${seen[arm]?.successes}/${seen[arm]?.judged}`).join(', '));
  const arm = arms.find((name) => {
    left -= shares[name] ?? 0;
    return left < 0;
  });
  return { arm: arm ?? arms.at(-1) ?? '', shares, seen };
}

/** Computes the share of new people that each arm gets now. */
export function sharesNow(
  state: Pick<ExperimentState, 'tallies' | 'winner'>,
  arms: readonly string[],
  least: number,
): Record<string, number> {
  if (state.winner !== null && arms.includes(state.winner))
    return Object.fromEntries(arms.map((arm) => [arm, arm === state.winner ? 1 : 0]));
  const shares = thompsonShares(
    arms.map((arm) => tallyOf(state, arm)),
    least,
  );
  return Object.fromEntries(arms.map((arm, n) => [arm, shares[n] ?? 0]));
}

interface Watched {
  /** The first contact after the arm was taken; null: none so far. */
  readonly contacted_at: number | null;
  /** The first time that what is counted happened; null: not so far. */
  readonly happened_at: number | null;
  /** Nobody contacts them any more. */
  readonly is_over: boolean;
}

/** The judgement of a person now: judged, or when to ask again; null: never, since nobody has contacted them. */
export type Judgement =
  | { readonly is: 'judged'; readonly at: number; readonly success: boolean }
  | { readonly is: 'open'; readonly look_at: number }
  | { readonly is: 'never' };

/** Judges a person. Somebody who is not contacted yet cannot be judged before the same time is over from now. */
export function judge({ contacted_at, happened_at, is_over }: Watched, now: number): Judgement {
  if (contacted_at === null) return is_over ? { is: 'never' } : { is: 'open', look_at: now + JUDGED_AFTER };
  const until = contacted_at + JUDGED_AFTER;
  if (until > now) return { is: 'open', look_at: until };
  return { is: 'judged', at: until, success: happened_at !== null && happened_at <= until };
}
