import type { Binding } from '../../plan/binding.ts';
import type { Queryable } from '../../postgres/database.ts';

export interface Standing {
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
  readonly status: 'active' | 'paused' | 'needs_person';
  readonly waiting_kind: string;
  readonly waiting_text: string;
  readonly waiting_detail: Binding | null;
  readonly until: Date | null;
  /** The version that the walk is in; null: whichever the enrollment is in. */
  readonly digest?: string | null;
}

/**
 * Where the walk stands. A finished enrollment stays as it ended, and one that was moved to another version where it was moved to:
 * false.
 */
export async function writeStanding(tx: Queryable, standing: Standing): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update enrollments set node = $2, visit = $3, status = $4, waiting_kind = $5, waiting_text = $6, until = $7,
            waiting_detail = $9
      where id = $1 and status <> 'finished' and digest = coalesce($8, digest)`,
    [
      standing.enrollment_id,
      standing.node,
      standing.visit,
      standing.status,
      standing.waiting_kind,
      standing.waiting_text,
      standing.until,
      standing.digest ?? null,
      standing.waiting_detail === null ? null : JSON.stringify(standing.waiting_detail),
    ],
  );
  return rowCount === 1;
}

/** Ends the enrollment; false when it had ended. */
export async function finishEnrollment(
  tx: Queryable,
  end: {
    readonly enrollment_id: string;
    readonly node: string;
    readonly visit: number;
    readonly outcome: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update enrollments set node = $2, visit = $3, status = 'finished', outcome = $4, finished_at = $5, waiting_kind = null,
            waiting_text = null, waiting_detail = null, until = null
      where id = $1 and status <> 'finished'`,
    [end.enrollment_id, end.node, end.visit, end.outcome, end.at],
  );
  return rowCount === 1;
}
