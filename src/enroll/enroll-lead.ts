import type { NetworkProfile } from '../calendar/network-profile.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { listAccounts } from '../store/accounts/find-account.ts';
import { readSequenceVersion } from '../store/sequences/read-sequence-version.ts';
import { type Admission, admitPerson, type Enrolled, lockPerson } from './admit-person.ts';
import type { GivenSenders } from './assign-senders.ts';
import { missingNeeds } from './missing-needs.ts';
import { readLeadFields } from './read-lead-fields.ts';
import { type Refused, refused } from './refused.ts';

export interface EnrollDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** What the networks tolerate, by tier. Absent: nothing is known. */
  readonly profiles?: readonly NetworkProfile[];
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

/** Enrolls one person in a sequence's version, or says why not. */
export async function enrollLead(deps: EnrollDeps, request: EnrollRequest): Promise<Enrolled> {
  const admission = await openAdmission(deps, request.sequence, request.version ?? null);
  if (admission.kind === 'refused') return admission;
  return admitLead(deps, admission, request);
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
  const enroll = async (tx: Queryable) =>
    admitPerson(tx, admission, person, await lockPerson(tx, admission, person), deps.clock.now());
  return request.dry_run ? rehearse(deps.db, enroll) : deps.db.transaction(enroll);
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
