import type { OperationName } from '../api-contract/api-operations.ts';

/** An operation of the API as an agent is offered it. Its name, arguments and hints follow from the contract; this is what is said besides. */
export interface Tool {
  readonly operation: OperationName;
  /** When to use it, where the summary of the operation does not say so. */
  readonly about?: string;
  /** Members of the query or the body that mean nothing to an agent. */
  readonly without?: readonly string[];
  /** Members of the answer that are given only with `whole`: long, and rarely needed. */
  readonly long?: readonly string[];
  /** The call can be taken back: nobody is written to, and nothing ends. */
  readonly reversible?: true;
  /**
   * Picks the part of a dry run that the consent is bound to; without it, that is all but ids and times. A brake is bound to
   * what it stops and not to how many it concerns: a system at work changes that number all the time, and nobody could stop it.
   */
  readonly bound_to?: (shown: Readonly<Record<string, unknown>>) => unknown;
  /** The arguments that make the second call do exactly what was shown, or nothing. */
  readonly exactly?: (shown: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** `createEnrollment` → `create_enrollment` */
export const toolName = (operation: OperationName): string =>
  operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
