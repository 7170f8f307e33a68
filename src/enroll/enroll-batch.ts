import { createAdmissionTurns } from './admission-turns.ts';
import { admitLead, type EnrollDeps, type EnrollRequest, openAdmission } from './enroll-lead.ts';
import { mapConcurrently } from './map-concurrently.ts';
import type { RefusalCode, Refused } from './refused.ts';

export const LARGEST_BATCH = 1000;

/** How many transactions of one batch run at a time: fewer than the pool has connections, so that others get on too. */
const AT_A_TIME = 4;

export interface BatchRow {
  readonly row: number;
  readonly status: 'created' | 'duplicate' | 'refused';
  readonly id?: string;
  readonly error?: { readonly code: RefusalCode; readonly message: string };
}

/** One result per lead, in their order; a refused sequence refuses the batch. */
export async function enrollBatch(
  deps: EnrollDeps,
  batch: Omit<EnrollRequest, 'lead'> & { readonly leads: readonly unknown[] },
): Promise<{ kind: 'results'; results: BatchRow[] } | Refused> {
  const admission = await openAdmission(deps, batch.sequence, batch.version ?? null);
  if (admission.kind === 'refused') return admission;
  const { senders } = batch;
  const inTurn = createAdmissionTurns(admission);
  const results = await mapConcurrently(batch.leads, AT_A_TIME, async (lead, row): Promise<BatchRow> => {
    const enrolled = await inTurn(lead, () =>
      admitLead(deps, admission, senders === undefined ? { lead } : { lead, senders }),
    );
    if (enrolled.kind === 'created') return { row, status: 'created', id: enrolled.enrollment.id };
    const { code, message, existing_id } = enrolled;
    const again = code === 'duplicate' || code === 'again';
    return {
      row,
      status: again ? 'duplicate' : 'refused',
      ...(again && existing_id !== undefined ? { id: existing_id } : {}),
      error: { code, message },
    };
  });
  return { kind: 'results', results };
}
