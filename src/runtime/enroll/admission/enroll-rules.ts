import { DEFAULT_ENROLL } from '../../../language/plan/plan.ts';
import type { ConflictingEnrollment } from '../../store/enrollments/find-conflicting-enrollments.ts';
import type { RecentContact } from '../../store/enrollments/find-recent-contacts.ts';
import type { SequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import { type Refused, refused } from '../refused.ts';

export interface Entrant {
  /** Unfinished ones of theirs, and those of this sequence that are over. */
  readonly enrollments: readonly ConflictingEnrollment[];
  readonly contacts: readonly RecentContact[];
  readonly company: string | null;
  /** Enrollments in this sequence of other people of the company. */
  readonly colleagues: readonly string[];
  /** The enrollment that ends as this one begins: it does not count. */
  readonly continues: string | null;
  readonly now: number;
}

/** Why the sequence's `enroll` rules forbid enrolling this person; null: they do not. */
export function refusedByRules(
  { name, plan }: Pick<SequenceVersion, 'name' | 'plan'>,
  { enrollments, contacts, company, colleagues, continues, now }: Entrant,
): Refused | null {
  const { again, active_elsewhere, contacted_within, per_company } = plan.enroll ?? DEFAULT_ENROLL;
  const own = enrollments.filter(({ sequence }) => sequence === name);
  const active = own.find(({ finished_at }) => finished_at === null);
  if (active) return refused('duplicate', `This person is in ${name} already.`, { existing_id: active.id });
  const refusedAgain = refusedBefore(own, name, again, now);
  if (refusedAgain) return refusedAgain;
  const elsewhere = enrollments.find(({ id, sequence }) => sequence !== name && id !== continues);
  if (active_elsewhere && elsewhere) {
    const text = `This person is active in ${elsewhere.sequence} at present.`;
    return refused('active_elsewhere', text, { existing_id: elsewhere.id });
  }
  const [contact] = contacts.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  if (contacted_within !== null && contact) {
    const text = `${contact.sequence} reached this person on ${day(contact.at)}, too short a time ago for ${name}.`;
    return refused('contacted_recently', text, { existing_id: contact.enrollment_id });
  }
  if (per_company !== null && company !== null && colleagues.length >= per_company) {
    const text = `${colleagues.length} of ${per_company} people of ${company.trim()} are already active in ${name}.`;
    const [first] = colleagues.toSorted();
    return refused('per_company', text, first === undefined ? {} : { existing_id: first });
  }
  return null;
}

/** The newest of those that have ended counts. */
function refusedBefore(
  own: readonly ConflictingEnrollment[],
  name: string,
  again: 'never' | { readonly after: number },
  now: number,
): Refused | null {
  const [last] = own.toSorted((one, other) => endOf(other) - endOf(one));
  if (!last) return null;
  const existing = { existing_id: last.id };
  if (again === 'never') {
    return refused('again', `This person has been through ${name} before, and nobody goes through it again.`, existing);
  }
  const from = endOf(last) + again.after;
  if (now >= from) return null;
  const text = `This person was in ${name} until ${day(new Date(endOf(last)))}, and may enter again from ${day(new Date(from))}.`;
  return refused('again', text, existing);
}

const endOf = ({ finished_at }: ConflictingEnrollment): number => finished_at?.getTime() ?? 0;

const day = (at: Date): string => at.toISOString().slice(0, 10);
