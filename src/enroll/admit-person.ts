import { newId } from '../kit/ids.ts';
import type { LeadFields } from '../plan/lead.ts';
import { DEFAULT_ENROLL } from '../plan/plan.ts';
import type { Queryable } from '../postgres/database.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { insertEnrollment, type NewEnrollment } from '../store/enrollments/insert-enrollment.ts';
import { findPeople } from '../store/leads/find-people.ts';
import { type Identity, identityKey } from '../store/leads/identity.ts';
import { addIdentities } from '../store/leads/learn-identities.ts';
import { lockLeads } from '../store/leads/lock-leads.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { readCompany } from '../store/leads/read-company.ts';
import { saveLead } from '../store/leads/save-lead.ts';
import { addToOutbox } from '../store/outbox/add-to-outbox.ts';
import type { SequenceVersion } from '../store/sequences/read-sequence-version.ts';
import { findSuppression } from '../store/suppressions/find-suppression.ts';
import { nameKey, type SuppressedName, suppressionNames } from '../store/suppressions/suppression-names.ts';
import { addLine } from '../store/timeline/add-line.ts';
import { assignSenders, type GivenSenders } from './assign-senders.ts';
import { refusedByRules } from './enroll-rules.ts';
import { type Refused, refused } from './refused.ts';

/** What every lead of one batch is held against. */
export interface Admission {
  readonly kind: 'admission';
  readonly version: SequenceVersion;
  readonly accounts: readonly AccountRow[];
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
}

export type Enrolled = { readonly kind: 'created'; readonly enrollment: NewEnrollment } | Refused;

export interface LockedPerson {
  readonly names: readonly SuppressedName[];
  readonly people: readonly string[];
  readonly company: string | null;
}

/**
 * Nobody else enrolls, suppresses or learns of this person until the transaction ends, nor enrolls a colleague of theirs where
 * colleagues are counted. Before any row is locked: the person's names, then their company, then their mail domains.
 */
export async function lockPerson(tx: Queryable, { version }: Admission, person: Person): Promise<LockedPerson> {
  await lockNames(tx, person.identities.map(identityKey));
  const people = [...new Set((await findPeople(tx, person.identities)).map(({ lead_id }) => lead_id))];
  const company = person.fields.company ?? (await readCompany(tx, people));
  const names = suppressionNames(person.identities, company);
  const counted = (version.plan.enroll ?? DEFAULT_ENROLL).per_company !== null;
  const keysOf = (kind: SuppressedName['kind']) => names.filter((name) => name.kind === kind).map(nameKey);
  const [ofCompany, ofDomains] = [keysOf('company'), keysOf('domain')];
  await lockNames(tx, counted ? ofCompany : [], counted ? ofDomains : [...ofCompany, ...ofDomains]);
  return { names, people, company };
}

/** Writes the enrollment with its outbox row, or says what stands against it. */
export async function admitPerson(
  tx: Queryable,
  { version, accounts }: Admission,
  person: Person,
  { names, people, company }: LockedPerson,
  now: number,
): Promise<Enrolled> {
  await lockLeads(tx, people);
  const suppression = await findSuppression(tx, { names, lead_ids: people });
  if (suppression !== null) {
    return refused('suppressed', `This person is on the do-not-contact list by ${suppression.kind}.`, {
      existing_id: suppression.id,
    });
  }
  const against = await refusedByRules(tx, version, { people, company, continues: person.continues ?? null, now });
  if (against !== null) return against;

  const leadId = people[0] ?? newId('lead');
  const chosen = assignSenders({
    plan: version.plan,
    accounts,
    given: person.senders ?? {},
    campaign_account: person.campaign_account ?? null,
    lead_id: leadId,
  });
  if (chosen.kind === 'refused') return chosen;

  const at = new Date(now);
  const enrollment: NewEnrollment = {
    id: newId('enr'),
    sequence: version.name,
    version: version.version,
    digest: version.digest,
    lead_id: leadId,
    campaign_id: person.campaign_id ?? null,
    continues: person.continues ?? null,
    senders: chosen.senders,
    vars: person.vars,
    created_at: at,
  };
  await saveLead(tx, leadId, person.fields, at);
  await addIdentities(tx, leadId, person.identities);
  if (!(await insertEnrollment(tx, enrollment))) {
    return refused('duplicate', `This person is in ${version.name} already.`);
  }
  await addLine(tx, {
    enrollment_id: enrollment.id,
    at,
    node: null,
    type: 'enrolled',
    title: `Enrolled in ${version.name}, version ${version.version}`,
  });
  await addToOutbox(tx, { kind: 'start_enrollment', target_id: enrollment.id }, at);
  return { kind: 'created', enrollment };
}
