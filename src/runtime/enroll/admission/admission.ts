import type { NetworkProfile } from '../../../core/calendar/network-profile.ts';
import type { LeadFields } from '../../../language/plan/lead.ts';
import type { Identity } from '../../../shared/identity/identity.ts';
import type { AccountRow } from '../../store/accounts/account.ts';
import type { NewEnrollment } from '../../store/enrollments/insert-enrollments.ts';
import type { SequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import type { SuppressedName } from '../../store/suppressions/suppression-names.ts';
import type { GivenSenders } from '../assign-senders.ts';
import type { Refused } from '../refused.ts';

/** The version, accounts and limits against which every lead of a batch is checked. */
export interface Admission {
  readonly kind: 'admission';
  readonly version: SequenceVersion;
  readonly accounts: readonly AccountRow[];
  /** The limits that networks tolerate, by tier. */
  readonly profiles: readonly NetworkProfile[];
}

/** A person whose fields were read and found complete. */
export interface Person {
  readonly fields: LeadFields;
  readonly identities: readonly Identity[];
  readonly vars: Readonly<Record<string, unknown>>;
  readonly senders?: GivenSenders;
  readonly campaign_id?: string;
  readonly campaign_account?: string;
  /** The enrollment that ends as this one begins. */
  readonly continues?: string;
  /** Absent: it was not looked for yet. */
  readonly found?: PersonNames;
}

/** The names that a person brings. */
export interface PersonNames {
  /** The keys by which they are locked. */
  readonly keys: readonly string[];
  /** Those that tell who it is. */
  readonly telling: readonly Identity[];
  /** Those under which the person may be on the do-not-contact list. */
  readonly names: readonly SuppressedName[];
}

export type Enrolled =
  | {
      readonly kind: 'created';
      readonly enrollment: NewEnrollment;
      /** A sentence that speaks against it, where a setting says that this keeps nobody out. */
      readonly warning?: string;
    }
  | Refused;
