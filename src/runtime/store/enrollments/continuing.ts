import type { LeadFields } from '../../../language/plan/lead.ts';
import type { Identity } from '../../../shared/identity/identity.ts';

/** An enrollment that ends where another sequence takes its person over. */
export interface Continuing {
  readonly enrollment_id: string;
  readonly campaign_id: string | null;
  readonly fields: LeadFields;
  readonly identities: readonly Identity[];
  readonly senders: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, unknown>>;
}
