import { answered } from '../../../v2/client/answered.ts';
import type { CallOutcome } from '../../../v2/client/outcome.ts';

/** How many credits a search may spend, and what it has. */
export interface Budget {
  readonly credits: number;
  spent: number;
  /** The owner's credits do not suffice. */
  broke: boolean;
}

export const canPay = ({ credits, spent, broke }: Budget): boolean => !broke && spent < credits;

/** Refusals that say nothing of what there is to read: the search is begun again later. */
const FOR_NOW: readonly string[] = ['RATE_LIMITED', 'INTERNAL_ERROR', 'INVALID_API_KEY', 'ACCOUNT_INACTIVE'];

/**
 * The data of a read that costs credits. Null: credits do not suffice, or it can never be read (a seat that does not exist, for instance).
 * Throws where no answer came, or one that holds for now only.
 */
export function paid<Data>(what: string, outcome: CallOutcome<Data>, budget: Budget): Data | null {
  if (outcome.kind === 'success' || outcome.kind === 'refused') budget.spent += outcome.credits;
  if (outcome.kind === 'refused' && outcome.code === 'INSUFFICIENT_CREDITS') budget.broke = true;
  else if (outcome.kind !== 'refused' || outcome.status >= 500 || FOR_NOW.includes(outcome.code)) {
    return answered(what, outcome);
  }
  return null;
}
