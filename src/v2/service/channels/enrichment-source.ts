import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Outcome } from './call.ts';
import type { MailServer } from './look-up-mail-server.ts';

/** Needs no account: the caller's user alone. */
export interface EnrichmentCall {
  readonly tx: Queryable;
  readonly user_id: string;
  readonly now: number;
}

export interface FoundEmail {
  readonly email: string | null;
  readonly status: 'valid' | 'catch_all' | 'unknown';
  readonly score: number;
}

export interface EmailOwner {
  readonly profile_url: string;
  readonly full_name: string;
  readonly company: string | null;
}

/** `reason`: null for `valid`, else why not, as a word with underscores; `mx`: the mail server asked first. */
export interface EmailCheck {
  readonly status: 'valid' | 'invalid' | 'catch_all' | 'unknown';
  readonly reason: string | null;
  readonly mx: string | null;
}

export interface EnrichmentSource {
  findEmail(
    call: EnrichmentCall,
    query: {
      readonly profile_url?: string;
      readonly first_name?: string;
      readonly last_name?: string;
      readonly domain?: string;
      readonly company?: string;
    },
  ): Promise<Outcome<FoundEmail>>;
  /** Null: nobody known has it. */
  findOwner(call: EnrichmentCall, email: string): Promise<Outcome<EmailOwner | null>>;
  /** `server`: what the name servers say of the domain; null where they were not asked. `email` has an address's shape. */
  checkEmail(call: EnrichmentCall, email: string, server: MailServer | null): Promise<Outcome<EmailCheck>>;
}
