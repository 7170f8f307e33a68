import type { Call, Outcome } from './call.ts';
import type { ProfessionalMessaging } from './professional-messaging.ts';

/** A person as an account sees them. */
export interface SeenProfile {
  readonly public_identifier: string;
  readonly profile_url: string;
  readonly profile_id_url: string;
  readonly member_urn: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly headline: string;
  readonly location: string;
  readonly industry: string;
  readonly summary: string;
  readonly company: string | null;
  readonly job_title: string | null;
  /** Null for oneself. */
  readonly degree: 1 | 2 | 3 | null;
  readonly connected: boolean;
  readonly open_profile: boolean;
  readonly premium: boolean;
  readonly profile_picture: string;
  readonly experiences: readonly Experience[];
}

export interface Experience {
  readonly title: string;
  readonly company: string;
  readonly company_url: string;
  readonly date_range: string;
  readonly description: string;
}

export interface ProfessionalChannel extends ProfessionalMessaging {
  /** Refused without a premium seat. */
  inmailBalance(call: Call): Promise<Outcome<{ product: string; inmail_credits: number }>>;
}
