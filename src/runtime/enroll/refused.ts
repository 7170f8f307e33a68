import type { ShapeProblem } from '../../shared/kit/check-shape.ts';

export type RefusalCode =
  | 'unknown_sequence'
  | 'unknown_field'
  | 'invalid_lead'
  | 'missing'
  | 'unknown_account'
  | 'no_sender'
  | 'suppressed'
  | 'duplicate'
  | 'again'
  | 'active_elsewhere'
  | 'contacted_recently'
  | 'per_company'
  /** The person would be written to at an address that is known to be dead, or from which a complaint came. */
  | 'bad_address'
  /** The campaign in which they were to enter was stopped. */
  | 'stopped';

/** Nothing was written. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  /** The enrollment or suppression that forbids it. */
  readonly existing_id?: string;
  /** Names of what the lead lacks: `email`, `vars.team`. */
  readonly missing?: readonly string[];
  /** Every field that is wrong, by its path in the request: `lead.email`. */
  readonly errors?: readonly ShapeProblem[];
  /** Somebody who was erased: nothing that was given of them is kept. */
  readonly erased?: true;
}

export function refused(
  code: RefusalCode,
  message: string,
  more: Pick<Refused, 'existing_id' | 'missing' | 'errors' | 'erased'> = {},
): Refused {
  return { kind: 'refused', code, message, ...more };
}
