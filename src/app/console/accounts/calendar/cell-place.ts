import { isLimitClass } from '../../../../language/plan/limit-class.ts';
import type { CellPlace } from './cell-words.ts';

/** Words of an address that name the cell which is open. */
export const CELL_WORDS = ['account', 'limit', 'date'] as const;

/** The address with no cell open. */
export function withoutCell<Said extends object>(said: Said): Said {
  const rest: Said & { [Word in (typeof CELL_WORDS)[number]]?: string } = { ...said };
  for (const word of CELL_WORDS) delete rest[word];
  return rest;
}

/** Null: none is open. */
export function cellPlaceOf(said: { readonly [Word in (typeof CELL_WORDS)[number]]?: string }): CellPlace | null {
  const { account, limit, date } = said;
  if (account === undefined || limit === undefined || date === undefined) return null;
  return isLimitClass(limit) && /^\d{4}-\d\d-\d\d$/.test(date) ? { account, limit, date } : null;
}
