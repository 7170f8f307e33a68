import { unreachable } from '../../../shared/kit/result.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { isPending, type PendingRow, type RowResult, recordRows } from '../../store/campaigns/record-rows.ts';
import { readLead } from '../../store/leads/read-lead.ts';
import { addLines } from '../../store/timeline/add-line.ts';
import type { Admission, Person } from '../admission/admission.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { changeLeadIn, type LeadChanged } from '../leads/change-lead.ts';
import { readPerson } from '../leads/read-person.ts';
import { comparePeople, type KnownPerson, sayDifferences } from './compare-rows.ts';

/** A row whose person is in the sequence already, as it would be recorded. */
export interface KnownRow {
  readonly row: PendingRow;
  readonly result: RowResult;
}

/**
 * Takes what a list says of somebody who is in the sequence already, in one transaction with the row. Steps that are still to come read it; where one of
 * them would fail for it, nothing is taken, and the row says why.
 */
export async function updateKnown(
  { db, clock }: EnrollDeps,
  { version }: Admission,
  campaignId: string,
  { row, result }: KnownRow,
): Promise<void> {
  const read = readPerson(version, row.given);
  await retryConflicts(async () => {
    const [known = null] = read.kind === 'person' ? await comparePeople(db, version.name, [read.person]) : [];
    const before = known === null ? null : await readLead(db, known.lead.id);
    const at = new Date(clock.now());
    await db.transaction(async (tx) => {
      // Before the person, as an import locks them. Another one may have recorded it.
      if (!(await isPending(tx, campaignId, row.row))) return;
      const differs = known !== null && before !== null && known.differences.length > 0;
      const done = differs ? await changeLeadIn(tx, before, changeOf(version.name, known), at) : null;
      if (done === null || known === null) return recordRows(tx, campaignId, [result]);
      const said = sayDifferences(known.differences);
      await recordRows(tx, campaignId, [{ ...result, ...resultOf(done, said) }]);
      if (done.kind !== 'changed' || !known.enrollment.is_under_way) return;
      const { id: enrollment_id } = known.enrollment;
      const title = `A list has corrected ${known.differences.map(({ field }) => field).join(', ')}`;
      const detail = { campaign_id: campaignId, row: row.row };
      await addLines(tx, [{ enrollment_id, at, node: null, type: 'corrected', title, detail }]);
    });
  });
}

function changeOf(sequence: string, { enrollment, differences }: KnownPerson) {
  const values = differences.map(({ field, is }) => [field, is] as const);
  const vars = values.flatMap(([path, is]) => (path.startsWith('vars.') ? [[path.slice('vars.'.length), is]] : []));
  return {
    fields: Object.fromEntries(values.filter(([path]) => !path.startsWith('vars.'))) as Person['fields'],
    ...(enrollment.is_under_way ? { own_vars: { sequence, vars: Object.fromEntries(vars) } } : {}),
  };
}

function resultOf(done: LeadChanged, said: string): Pick<RowResult, 'code' | 'message'> {
  switch (done.kind) {
    case 'changed':
      return { code: 'updated', message: `${said}.` };
    case 'invalid': {
      const why = done.errors.map(({ field, message }) => `${field} ${message}`).join('; ');
      return { code: 'not_updated', message: `${said}, which is not taken: ${why}.` };
    }
    case 'taken':
      return { code: 'not_updated', message: `${said}, which is not taken: ${done.message}` };
    case 'unknown':
      return { code: 'not_updated', message: 'The person is not there any more.' };
    default:
      return unreachable(done);
  }
}
