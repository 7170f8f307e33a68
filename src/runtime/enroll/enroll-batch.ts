import type { ShapeProblem } from '../../shared/kit/check-shape.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import { recordChange, recordNoChange } from '../store/audit-log/record-change.ts';
import type { Enrolled } from './admission/admission.ts';
import { admitLeads } from './admission/admit-leads.ts';
import { type EnrollDeps, type EnrollRequest, openAdmission } from './enroll-lead.ts';
import type { RefusalCode, Refused } from './refused.ts';

export const LARGEST_BATCH = 1000;

/** Leads per transaction: each holds a lock for every name of theirs, and the server has room for some thousands. */
const LEADS_AT_ONCE = 200;

export interface BatchRow {
  /** Number of the row, counted from 1. */
  readonly row: number;
  readonly status: 'created' | 'duplicate' | 'refused';
  readonly id?: string;
  readonly warning?: string;
  readonly error?: { readonly code: RefusalCode; readonly message: string; readonly errors?: readonly ShapeProblem[] };
}

/** One result per lead, in their order; a refused sequence refuses the batch. */
export async function enrollBatch(
  deps: EnrollDeps,
  batch: Omit<EnrollRequest, 'lead'> & { readonly leads: readonly unknown[]; readonly country?: string },
): Promise<{ kind: 'results'; results: BatchRow[] } | Refused> {
  const { db, clock } = deps;
  const admission = await openAdmission(deps, batch.sequence, batch.version ?? null);
  if (admission.kind === 'refused') return admission;
  const { senders, country } = batch;
  const results: BatchRow[] = [];
  for (let from = 0; from < batch.leads.length; from += LEADS_AT_ONCE) {
    const leads = batch.leads
      .slice(from, from + LEADS_AT_ONCE)
      .map((lead) => ({ lead, ...(senders && { senders }), ...(country && { country }) }));
    const enrolled = await retryConflicts(() =>
      db.transaction(async (tx) => {
        const admitted = await admitLeads(tx, admission, leads, clock.now());
        await record(tx, batch.sequence, admitted);
        return admitted;
      }),
    );
    results.push(...enrolled.map((one, index) => rowOf(one, from + index)));
  }
  return { kind: 'results', results };
}

/** One line for those who were enrolled together: each has a timeline of its own. */
async function record(tx: Queryable, sequence: string, enrolled: readonly Enrolled[]): Promise<void> {
  const ids = enrolled.flatMap((one) => (one.kind === 'created' ? [one.enrollment.id] : []));
  if (ids.length === 0) return recordNoChange();
  const did = `enrolled ${ids.length === 1 ? 'a person' : `${ids.length} people`} in ${sequence}`;
  await recordChange(tx, { did, target: { kind: 'sequence', id: sequence }, after: { enrollment_ids: ids } });
}

function rowOf(enrolled: Enrolled, index: number): BatchRow {
  const row = index + 1;
  if (enrolled.kind === 'created') {
    const { enrollment, warning } = enrolled;
    return { row, status: 'created', id: enrollment.id, ...(warning === undefined ? {} : { warning }) };
  }
  const { code, message, errors, existing_id } = enrolled;
  const again = isDuplicate(code);
  return {
    row,
    status: again ? 'duplicate' : 'refused',
    ...(again && existing_id !== undefined ? { id: existing_id } : {}),
    error: { code, message, ...(errors && { errors }) },
  };
}

/** Whether the lead is in the sequence already, or was: a repeated request lost nothing. */
export const isDuplicate = (code: RefusalCode): boolean => code === 'duplicate' || code === 'again';
