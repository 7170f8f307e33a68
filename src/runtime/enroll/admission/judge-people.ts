import { DEFAULT_ENROLL } from '../../../language/plan/plan.ts';
import { identityKey } from '../../../shared/identity/identity.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { ConflictingEnrollment } from '../../store/enrollments/find-conflicting-enrollments.ts';
import type { NewEnrollment } from '../../store/enrollments/insert-enrollments.ts';
import { companyKey } from '../../store/leads/company-key.ts';
import { findPools, sendersIn } from '../assign-senders.ts';
import { describeReport, WHAT_CLEARS_IT } from '../leads/describe-report.ts';
import { type Refused, refused } from '../refused.ts';
import type { Admission, Person } from './admission.ts';
import { refusedByRules } from './enroll-rules.ts';
import type { LockedPerson } from './lock-people.ts';
import type { Conflicts } from './read-conflicts.ts';

export interface Admitted {
  readonly kind: 'admitted';
  readonly who: LockedPerson;
  readonly enrollment: NewEnrollment;
  /** A sentence that speaks against it, and keeps nobody out. */
  readonly warning: string | null;
}

export const refusedAsErased = (existing_id: string): Refused =>
  refused('suppressed', 'This person was erased, and is on the do-not-contact list.', { existing_id, erased: true });

/**
 * Decides who of a batch may enter, in their order: somebody who is admitted counts against those after them, just as if each had a
 * transaction of their own.
 */
export function judgePeople(
  admission: Admission,
  locked: readonly LockedPerson[],
  conflicts: Conflicts,
  now: number,
): (Admitted | Refused)[] {
  const { version } = admission;
  // Sorted, so that the order of a batch is the order of its ids.
  const ids = locked.map(() => newId('enr')).sort();
  const newcomers = new Map<string, string>();
  const entered = new Map<string, ConflictingEnrollment>();
  const sendersOf = createSenderChoice(admission);
  const colleagues = new Map([...conflicts.colleagues].map(([company, people]) => [company, new Map(people)]));
  const { per_company } = version.plan.enroll ?? DEFAULT_ENROLL;
  const created_at = new Date(now);

  return locked.map((who, index) => {
    const suppression = conflicts.suppressions[index];
    if (suppression) {
      if (suppression.kind === 'erased') return refusedAsErased(suppression.id);
      const text = `This person is on the do-not-contact list${suppression.kind === 'lead' ? '' : ` by ${suppression.kind}`}.`;
      return refused('suppressed', text, { existing_id: suppression.id });
    }
    const fresh = who.is_stranger ? [] : who.identifying.flatMap((name) => newcomers.get(identityKey(name)) ?? []);
    const people = fresh.length === 0 ? who.people : [...new Set([...who.people, ...fresh])];
    const company = per_company === null ? null : companyKey(who.company);
    const ofCompany = company === null ? undefined : colleagues.get(company);
    const isStranger = people.length === 0 && ofCompany === undefined;
    const against = isStranger
      ? null
      : refusedByRules(version, {
          enrollments: people.flatMap((id) => [...(conflicts.enrollments.get(id) ?? []), entered.get(id) ?? []].flat()),
          contacts: people.flatMap((id) => conflicts.contacts.get(id) ?? []),
          company: who.company,
          colleagues: [...(ofCompany ?? [])].flatMap(([lead, id]) => (people.includes(lead) ? [] : [id])),
          continues: who.person.continues ?? null,
          now,
        });
    if (against !== null) return against;
    const unfit = conflicts.unfit[index];
    if (unfit) return unfit;

    const leadId = people[0] ?? newId('lead');
    const senders = sendersOf(who.person, leadId);
    if (senders.kind === 'refused') return senders;
    // An address says nothing about a sequence that never writes there.
    const report = senders.senders.email === undefined ? null : (conflicts.reports[index] ?? null);
    if (report !== null && conflicts.settings.bad_addresses === 'refuse') {
      return refused('bad_address', `${describeReport(report)} ${WHAT_CLEARS_IT}`);
    }
    const id = ids[index] ?? newId('enr');
    if (!who.is_stranger) {
      for (const identity of who.person.identities) {
        if (!newcomers.has(identityKey(identity))) newcomers.set(identityKey(identity), leadId);
      }
      entered.set(leadId, { id, lead_id: leadId, sequence: version.name, finished_at: null });
    }
    if (company !== null) colleagues.set(company, (ofCompany ?? new Map()).set(leadId, id));
    const { vars, campaign_id = null, continues = null } = who.person;
    const enrollment: NewEnrollment = {
      id,
      sequence: version.name,
      version: version.version,
      digest: version.digest,
      lead_id: leadId,
      campaign_id,
      continues,
      senders: senders.senders,
      vars,
      created_at,
      started_at: null,
    };
    return { kind: 'admitted', who, enrollment, warning: report === null ? null : describeReport(report) };
  });
}

/** Many are given the same senders: among whom they are divided is found once for those who come one after the other. */
function createSenderChoice({ accounts, version: { plan } }: Admission) {
  let last:
    | { readonly senders: unknown; readonly campaign_account: unknown; readonly pools: ReturnType<typeof findPools> }
    | undefined;
  return ({ senders, campaign_account }: Person, leadId: string) => {
    if (last === undefined || last.senders !== senders || last.campaign_account !== campaign_account) {
      const choice = { plan, accounts, given: senders ?? {}, campaign_account: campaign_account ?? null };
      last = { senders, campaign_account, pools: findPools(choice) };
    }
    return last.pools.kind === 'refused' ? last.pools : sendersIn(last.pools.pools, leadId);
  };
}
