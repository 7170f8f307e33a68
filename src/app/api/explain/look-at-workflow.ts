import type { EnrollmentRow } from '../../../runtime/store/enrollments/enrollment-row.ts';
import type { ApiDeps } from '../context.ts';

export interface StoppedWorkflow {
  readonly state: 'lost' | 'away';
  readonly text: string;
}

const TEXTS: Readonly<Record<StoppedWorkflow['state'], string>> = {
  lost: 'Its workflow is no longer in Temporal (it was terminated or deleted, or Temporal was restored), so nothing goes on: a worker starts it again from what Postgres holds, within a minute after Temporal was away, otherwise within the hour',
  away: 'Temporal does not answer, so nothing goes on until it is back',
};

/** Why nothing goes on whatever the enrollment waits for; null: its workflow runs, or there is none yet or any more. */
export async function lookAtWorkflow(
  { isWalkThere }: Pick<ApiDeps, 'isWalkThere'>,
  { id, status, node }: Pick<EnrollmentRow, 'id' | 'status' | 'node'>,
): Promise<StoppedWorkflow | null> {
  // Who stands nowhere has not begun.
  if (isWalkThere === undefined || status === 'finished' || node === null) return null;
  const state = await isWalkThere(id).then(
    (there) => (there ? null : 'lost'),
    () => 'away' as const,
  );
  return state && { state, text: TEXTS[state] };
}
