import type { PersonRow } from '../people/person-row.ts';

/** A person before they are stored: what the generator draws and what a test sets by hand. */
export type PersonSeed = Omit<PersonRow, 'person_id' | 'user_id' | 'email_key'> & {
  /** Earlier companies and schools, for the searches. */
  readonly past_companies: readonly { readonly name: string; readonly slug: string }[];
  readonly school_slugs: readonly string[];
};

export interface CompanySeed {
  readonly public_identifier: string;
  readonly name: string;
  readonly domain: string;
  readonly industry: string;
  readonly size: string;
  readonly headquarters: string;
  readonly description: string;
}
