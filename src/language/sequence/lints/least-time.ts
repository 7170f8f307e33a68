import { DAY } from '../../../shared/kit/duration.ts';

/** The least time from a node to the end of its round, and to the end of the enrollment. */
export interface Least {
  readonly round: number;
  readonly end: number;
}

/** Nothing comes after it, no round either. */
export const OVER: Least = { round: Number.POSITIVE_INFINITY, end: 0 };

export const after = ({ round, end }: Least, ms: number): Least => ({ round: round + ms, end: end + ms });

export const sooner = (all: readonly Least[]): Least => ({
  round: Math.min(...all.map(({ round }) => round)),
  end: Math.min(...all.map(({ end }) => end)),
});

/** With two days of each seven off. */
export const businessDays = (count: number): number => (Math.floor(count / 5) * 7 + (count % 5)) * DAY;
