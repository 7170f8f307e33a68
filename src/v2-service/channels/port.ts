import type { Queryable } from '../../postgres/database.ts';
import type { Outcome } from './call.ts';
import type { EmailChannel } from './email-channel.ts';
import type { ProfessionalChannel } from './professional-channel.ts';
import type { RecruiterChannel } from './recruiter-channel.ts';
import type { SignIn } from './sign-in.ts';

/**
 * What the service needs of a channel. The actions validate, charge and shape; the adapter behind this port does. Every
 * call gets the action's transaction, so that effect, charge and log row are committed together (an adapter to a real
 * outside world ignores it). Refusals are values.
 */
export interface ChannelPort {
  readonly professional: ProfessionalChannel;
  readonly recruiter: RecruiterChannel;
  readonly email: EmailChannel;
  readonly enrichment: EnrichmentSource;
  readonly sign_in: SignIn;
}

/** Needs no account: the caller's user alone. */
export interface EnrichmentSource {
  findEmail(
    call: { readonly tx: Queryable; readonly user_id: string; readonly now: number },
    query: {
      readonly profile_url?: string;
      readonly first_name?: string;
      readonly last_name?: string;
      readonly domain?: string;
      readonly company?: string;
    },
  ): Promise<Outcome<{ email: string | null; status: 'valid' | 'catch_all' | 'unknown'; score: number }>>;
}
