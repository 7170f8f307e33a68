import { companyName } from '../../../language/plan/company-name.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { stopEnrollments } from '../../store/enrollments/stop-enrollments.ts';
import { type Colleague, readCompanies } from '../../store/events/find-colleagues.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { nameKey } from '../../store/suppressions/suppression-names.ts';
import { addLine } from '../../store/timeline/add-line.ts';
import { placeOf, type Source, signal } from './apply-reaction.ts';

/**
 * Two colleagues who answer at one moment would each wait for the other's enrollments: their company's name is locked first,
 * before any enrollment.
 */
export async function lockCompanies(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  const companies = await readCompanies(tx, leadIds);
  await lockNames(
    tx,
    companies.map((company) => nameKey({ kind: 'company', value: companyName(company) })),
  );
}

/** Somebody answered: the sequences of their colleagues that stop on it do, in the transaction that takes the answer in. */
export async function stopColleagues(
  tx: Queryable,
  colleagues: readonly Colleague[],
  event: Source,
  now: Date,
): Promise<void> {
  for (const colleague of colleagues) {
    const title = `A colleague at ${colleague.company.trim()} replied`;
    const fresh = await addLine(tx, { type: 'company_replied', title, ...placeOf(colleague, event) });
    if (!fresh) continue;
    const stop = { ids: [colleague.id], outcome: 'company_replied', event_id: event.event_id, at: event.occurred_at };
    await stopEnrollments(tx, stop);
    await signal(tx, colleague, event.event_id, 'company_reply', now);
  }
}
