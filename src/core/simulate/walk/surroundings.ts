import type { Node } from '../../../language/plan/node.ts';
import type { AccountSlots } from '../accounts/account-slots.ts';
import type { InMails } from '../accounts/inmails.ts';
import type { Experiments } from './experiments.ts';
import type { RefusedEntry } from './refused-entry.ts';
import type { Answers, PerformedStep } from './walk-input.ts';
import { visitOf, type Walker } from './walker.ts';

/** The parts that the steps of all enrollments share. */
export interface Surroundings {
  readonly answers: Answers;
  readonly slots: ReadonlyMap<string, AccountSlots>;
  readonly inmails: ReadonlyMap<string, InMails>;
  readonly experiments: Experiments;
  canPay(credits: number, now: number): boolean;
  charge(account: string, credits: number, now: number): void;
  /** Slots that became free go to those who wait. */
  release(account: string, step: string, now: number): void;
  /** Those whose slots went to others are asked again. */
  wakeMoved(places: AccountSlots, now: number): void;
  /** The step came to an end. */
  ended(walker: Walker, node: Node, step: PerformedStep): void;
  /**
   * Continues in the sequence that a `run` names, which ends this enrollment; else says why that sequence does not take the
   * person.
   */
  continueIn(walker: Walker, sequence: string, now: number): RefusedEntry | null;
}

type Ended = Pick<PerformedStep, 'visit' | 'at' | 'outcome' | 'asks' | 'to' | 'text' | 'sender'> & {
  readonly node: Node;
};

/** Tells how a step ended. */
export function end(surroundings: Surroundings, walker: Walker, ended: Ended): void {
  const { node, visit, ...how } = ended;
  surroundings.ended(walker, node, { ...visitOf(walker, node, visit), ...how });
}
