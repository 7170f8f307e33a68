import { DEFAULT_ENROLL } from '../../../language/plan/plan.ts';
import { emailIdentity } from '../../../shared/identity/identity.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { askAhead } from '../../../shared/postgres/transaction.ts';
import { type AddressReport, findAddressReports } from '../../store/addresses/address-reports.ts';
import {
  DEFAULT_ENROLL_SETTINGS,
  type EnrollSettings,
  readEnrollSettings,
} from '../../store/addresses/enroll-settings.ts';
import { findCompanyEnrollments } from '../../store/enrollments/find-company-enrollments.ts';
import {
  type ConflictingEnrollment,
  findConflictingEnrollments,
} from '../../store/enrollments/find-conflicting-enrollments.ts';
import { findRecentContacts, type RecentContact } from '../../store/enrollments/find-recent-contacts.ts';
import { companyKey } from '../../store/leads/company-key.ts';
import { type LeadRow, readLeads } from '../../store/leads/read-lead.ts';
import type { SequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import { type FoundSuppression, findSuppressions } from '../../store/suppressions/find-suppression.ts';
import type { Refused } from '../refused.ts';
import type { Person } from './admission.ts';
import { judgeKnown } from './judge-known.ts';
import type { LockedPerson } from './lock-people.ts';

/** Everything by which the rules may refuse people of one batch, read under their locks. */
export interface Conflicts {
  /** One entry for each person, by index. */
  readonly suppressions: readonly (FoundSuppression | null)[];
  readonly enrollments: ReadonlyMap<string, readonly ConflictingEnrollment[]>;
  readonly contacts: ReadonlyMap<string, RecentContact>;
  /** The lead of that company who is in the sequence, by company and then by lead. */
  readonly colleagues: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** One entry for each person, by index: why what they bring and what is known of them do not go together. */
  readonly unfit: readonly (Refused | null)[];
  /** One entry for each person, by index: the bounce or complaint of the address at which a mail would reach them. */
  readonly reports: readonly (AddressReport | null)[];
  readonly settings: EnrollSettings;
}

export const NO_CONFLICTS: Conflicts = {
  ...{ suppressions: [], enrollments: new Map(), contacts: new Map(), colleagues: new Map(), unfit: [], reports: [] },
  settings: DEFAULT_ENROLL_SETTINGS,
};

export const areNone = ({ suppressions, enrollments, contacts, colleagues, unfit, reports }: Conflicts): boolean =>
  enrollments.size + contacts.size + colleagues.size === 0 &&
  [suppressions, unfit, reports].every((found) => found.every((one) => one === null));

export async function readConflicts(
  tx: Queryable,
  { name, plan }: SequenceVersion,
  locked: readonly LockedPerson[],
  now: number,
): Promise<Conflicts> {
  const { contacted_within, per_company } = plan.enroll ?? DEFAULT_ENROLL;
  const people = [...new Set(locked.flatMap((one) => one.people))];
  const companies = per_company === null ? [] : locked.flatMap(({ company }) => companyKey(company) ?? []);
  // Only a batch of one continues another enrollment.
  const continues = locked.find(({ person }) => person.continues !== undefined)?.person.continues ?? null;
  const since = contacted_within === null ? null : new Date(now - contacted_within);
  const [suppressions, enrollments, contacts, ofCompanies, ofLeads] = await askAhead(tx, [
    () =>
      findSuppressions(
        tx,
        locked.map((one) => ({ names: one.names, lead_ids: one.people })),
      ),
    () => findConflictingEnrollments(tx, people, name),
    async () => (since === null ? [] : findRecentContacts(tx, people, since, continues)),
    () => findCompanyEnrollments(tx, { companies: [...new Set(companies)], sequence: name }),
    async () => {
      const leads = new Map((await readLeads(tx, people)).map((lead) => [lead.id, lead]));
      const [unfit, reports] = await askAhead(tx, [
        () => judgeKnown(tx, plan, locked, leads),
        () => readReports(tx, locked, leads),
      ]);
      return { unfit, ...reports };
    },
  ]);
  const colleagues = new Map<string, Map<string, string>>();
  for (const one of ofCompanies) {
    const ofCompany = colleagues.get(one.company_key) ?? new Map<string, string>();
    colleagues.set(one.company_key, ofCompany.set(one.lead_id, one.id));
  }
  return {
    ...{ suppressions, colleagues },
    enrollments: groupBy(enrollments, ({ lead_id }) => lead_id),
    contacts: new Map(contacts.map((one) => [one.lead_id, one])),
    ...ofLeads,
  };
}

async function readReports(
  tx: Queryable,
  locked: readonly LockedPerson[],
  leads: ReadonlyMap<string, LeadRow>,
): Promise<Pick<Conflicts, 'reports' | 'settings'>> {
  const addresses = locked.map(({ person, people: [id = ''] }) => mailAddressOf(person, leads.get(id)));
  const found = await findAddressReports(
    tx,
    addresses.flatMap((address) => address ?? []),
  );
  return {
    reports: addresses.map((address) => (address === null ? null : (found.get(address) ?? null))),
    settings: found.size === 0 ? DEFAULT_ENROLL_SETTINGS : await readEnrollSettings(tx),
  };
}

/** The address at which a mail reaches the person. An address that they bring replaces the one that is known. */
function mailAddressOf({ identities }: Person, lead: LeadRow | undefined): string | null {
  const given = identities.find(({ kind }) => kind === 'email');
  return (given ?? emailIdentity(lead?.email ?? ''))?.value ?? null;
}
