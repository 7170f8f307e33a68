import type { NetworkProfile } from '../../core/calendar/network-profile.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { rehearsal } from '../../shared/postgres/rehearsal.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import { listAccounts } from '../store/accounts/find-account.ts';
import { recordChange } from '../store/audit-log/record-change.ts';
import { readSequenceVersion } from '../store/sequences/read-sequence-version.ts';
import { hasAny, type Within } from '../store/within.ts';
import type { Admission, Enrolled } from './admission/admission.ts';
import { admitPeople } from './admission/admit-people.ts';
import type { GivenSenders } from './assign-senders.ts';
import { type LeadToAdmit, readPerson } from './leads/read-person.ts';
import { type Refused, refused } from './refused.ts';

export interface EnrollDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The limits that networks tolerate, by tier. Absent: none is known. */
  readonly profiles?: readonly NetworkProfile[];
  /** The sender accounts that who asks is limited to; null or absent: all. */
  readonly within?: Within;
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
  { db, profiles = [], within = null }: EnrollDeps,
  sequence: string,
  version: number | null,
): Promise<Admission | Refused> {
  const found = await readSequenceVersion(db, sequence, version);
  if (found === null) {
    const what = version === null ? `There is no sequence called ${sequence}` : `${sequence} has no version ${version}`;
    const errors = [{ field: version === null ? 'sequence' : 'version', message: 'is not there' }];
    return refused('unknown_sequence', `${what}; GET /api/sequences lists them.`, { errors });
  }
  // Others are not there for who is limited: a sequence whose pool names them cannot be entered.
  const accounts = (await listAccounts(db)).filter(({ id }) => hasAny(within, [id]));
  return { kind: 'admission', version: found, accounts, profiles };
}

async function admitLead(
  { db, clock }: EnrollDeps,
  admission: Admission,
  request: LeadToAdmit & { readonly dry_run?: boolean },
): Promise<Enrolled> {
  const read = readPerson(admission.version, request);
  if (read.kind === 'refused') return read;
  const enroll = async (tx: Queryable): Promise<Enrolled> => {
    const [enrolled] = await admitPeople(tx, admission, [read.person], clock.now());
    if (enrolled === undefined) throw new Error('an admission gave no result');
    if (enrolled.kind === 'created') {
      const { id, sequence, version, senders } = enrolled.enrollment;
      const after = { sequence, version, senders };
      await recordChange(tx, {
        did: `enrolled a person in ${sequence}, as ${id}`,
        target: { kind: 'enrollment', id },
        after,
      });
    }
    return enrolled;
  };
  return request.dry_run ? rehearsal(db).transaction(enroll) : retryConflicts(() => db.transaction(enroll));
}
