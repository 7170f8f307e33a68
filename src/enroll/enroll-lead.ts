import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { listAccounts } from '../store/accounts/find-account.ts';
import { findStandingEnrollments } from '../store/enrollments/find-standing-enrollments.ts';
import { insertEnrollment, type NewEnrollment } from '../store/enrollments/insert-enrollment.ts';
import { findPeople } from '../store/leads/find-people.ts';
import { identityKey } from '../store/leads/identity.ts';
import { addIdentities } from '../store/leads/learn-identities.ts';
import { lockLeads } from '../store/leads/lock-leads.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { saveLead } from '../store/leads/save-lead.ts';
import { addToOutbox } from '../store/outbox/add-to-outbox.ts';
import { readSequenceVersion, type SequenceVersion } from '../store/sequences/read-sequence-version.ts';
import { findSuppression } from '../store/suppressions/find-suppression.ts';
import { nameKey, suppressionNames } from '../store/suppressions/suppression-names.ts';
import { addLine } from '../store/timeline/add-line.ts';
import { assignSenders, type GivenSenders } from './assign-senders.ts';
import { missingNeeds } from './missing-needs.ts';
import { type ReadLead, readLeadFields } from './read-lead-fields.ts';
import { type Refused, refused } from './refused.ts';

export interface EnrollDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export interface EnrollRequest {
  readonly sequence: string;
  readonly version?: number;
  /** A person as they come from outside: `LeadFields` and `vars`. */
  readonly lead: unknown;
  readonly senders?: GivenSenders;
  readonly campaign_id?: string;
  /** Everything is looked at, nothing stays written. */
  readonly dry_run?: boolean;
}

export type Enrolled = { readonly kind: 'created'; readonly enrollment: NewEnrollment } | Refused;

/** Enrolls one person in a sequence's version, or says why not. */
export async function enrollLead(deps: EnrollDeps, request: EnrollRequest): Promise<Enrolled> {
  const admission = await openAdmission(deps, request.sequence, request.version ?? null);
  if (admission.kind === 'refused') return admission;
  return admitLead(deps, admission, request);
}

/** What every lead of one batch is held against. */
export interface Admission {
  readonly kind: 'admission';
  readonly version: SequenceVersion;
  readonly accounts: readonly AccountRow[];
}

export async function openAdmission(
  { db }: EnrollDeps,
  sequence: string,
  version: number | null,
): Promise<Admission | Refused> {
  const found = await readSequenceVersion(db, sequence, version);
  if (found === null) {
    const what = version === null ? `No sequence is called ${sequence}` : `${sequence} has no version ${version}`;
    return refused('unknown_sequence', `${what}; GET /api/sequences lists them.`);
  }
  return { kind: 'admission', version: found, accounts: await listAccounts(db) };
}

export interface LeadToAdmit {
  readonly lead: unknown;
  readonly dry_run?: boolean;
  readonly senders?: GivenSenders;
  readonly campaign_id?: string;
  readonly campaign_account?: string;
  /** What the campaign knows: templates see it as `job`. */
  readonly job?: Readonly<Record<string, string>>;
}

export async function admitLead(deps: EnrollDeps, admission: Admission, request: LeadToAdmit): Promise<Enrolled> {
  const lead = readLeadFields(request.lead);
  if (lead.kind === 'refused') return lead;
  const vars = request.job === undefined ? lead.vars : { ...lead.vars, job: request.job };
  const missing = missingNeeds(admission.version.plan, lead.fields, vars);
  if (missing.length > 0) {
    const names = missing.join(', ');
    return refused('missing', `The lead lacks ${names}, which ${admission.version.name} needs.`, { missing });
  }
  const person = { ...request, ...lead, vars };
  if (request.dry_run) return rehearse(deps.db, (tx) => admit(tx, deps.clock, admission, person));
  return deps.db.transaction((tx) => admit(tx, deps.clock, admission, person));
}

/** What the work would give; none of it is kept. */
async function rehearse<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const outcome: { value?: T } = {};
  const over = new Error('rehearsed');
  await db
    .transaction(async (tx) => {
      outcome.value = await work(tx);
      throw over;
    })
    .catch((error: unknown) => {
      if (error !== over) throw error;
    });
  if (outcome.value === undefined) throw new Error('a rehearsal gave nothing');
  return outcome.value;
}

async function admit(
  tx: Queryable,
  clock: Clock,
  { version, accounts }: Admission,
  lead: Omit<ReadLead, 'vars'> & Omit<LeadToAdmit, 'lead'> & { readonly vars: Readonly<Record<string, unknown>> },
): Promise<Enrolled> {
  const names = suppressionNames(lead.identities, lead.fields.company ?? null);
  const groups = names.filter(({ kind }) => kind === 'domain' || kind === 'company');
  await lockNames(tx, lead.identities.map(identityKey), groups.map(nameKey));

  const people = [...new Set((await findPeople(tx, lead.identities)).map(({ lead_id }) => lead_id))];
  await lockLeads(tx, people);
  const suppression = await findSuppression(tx, { names, lead_ids: people });
  if (suppression !== null) {
    return refused('suppressed', `This person is on the do-not-contact list by ${suppression.kind}.`, {
      existing_id: suppression.id,
    });
  }
  const standing = await standingAgainst(tx, people, version.name);
  if (standing !== null) return standing;

  const leadId = people[0] ?? newId('lead');
  const chosen = assignSenders({
    plan: version.plan,
    accounts,
    given: lead.senders ?? {},
    campaign_account: lead.campaign_account ?? null,
    lead_id: leadId,
  });
  if (chosen.kind === 'refused') return chosen;

  const at = new Date(clock.now());
  const enrollment: NewEnrollment = {
    id: newId('enr'),
    sequence: version.name,
    version: version.version,
    digest: version.digest,
    lead_id: leadId,
    campaign_id: lead.campaign_id ?? null,
    senders: chosen.senders,
    vars: lead.vars,
    created_at: at,
  };
  await saveLead(tx, leadId, lead.fields, at);
  await addIdentities(tx, leadId, lead.identities);
  if (!(await insertEnrollment(tx, enrollment))) {
    return (await standingAgainst(tx, [leadId], version.name)) ?? refused('duplicate', inSequence(version.name));
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

async function standingAgainst(tx: Queryable, people: readonly string[], sequence: string): Promise<Refused | null> {
  const standing = (await findStandingEnrollments(tx, people, sequence))[0];
  if (standing === undefined) return null;
  const existing = { existing_id: standing.id };
  if (standing.sequence !== sequence) {
    return refused('active_elsewhere', `This person is active in ${standing.sequence} at present.`, existing);
  }
  return standing.finished
    ? refused('again', `This person has been through ${sequence} before, and nobody goes through it again.`, existing)
    : refused('duplicate', inSequence(sequence), existing);
}

const inSequence = (sequence: string): string => `This person is in ${sequence} already.`;
