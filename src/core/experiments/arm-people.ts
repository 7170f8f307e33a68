import type { Guard, Metric } from './arm-person.ts';
import type { Arm, ArmFigures } from './count-arms.ts';

/**
 * The people of an arm: what they did, counted, and what is judged of them. A byte for each in place of an object, so that those of a large campaign are read, handed
 * to a thread and judged in a moment.
 */
export interface ArmPeople {
  readonly figures: Omit<ArmFigures, keyof Arm>;
  readonly judged: JudgedPeople;
}

/** Those of an arm whose days are over, in the order of their first contact. */
export interface JudgedPeople {
  /** A byte of each: what they had done by then, or what had been done to them, as bits (`OUTCOME_BITS`). */
  readonly outcomes: Uint8Array;
  /** When the days of each were over, in epoch milliseconds; empty where it is not known how many people come, since nobody asks then. */
  readonly until: Float64Array;
}

/** The bit of each outcome. */
export const OUTCOME_BITS: Readonly<Record<Metric | Guard, number>> = {
  ...{ positive: 1, replied: 2, accepted: 4 },
  ...{ unsubscribed: 8, bounced: 16 },
};
