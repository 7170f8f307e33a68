import type { Binding } from '../../../language/plan/binding.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { type KeptWalk, keepWalk, keptValues } from '../walks/kept-walk.ts';

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
  /** Null: whatever was written before. */
  readonly progress?: readonly number[] | null;
  /** Kept beside it. */
  readonly walk?: KeptWalk | null;
}

// Who paused it says so here first, and the walk hears of it later: what it says of a pause may be over, or not have begun for it.
const STATUS = `case when $4 = 'needs_person' then $4 when paused then 'paused' else 'active' end`;

/**
 * Where the walk stands. A finished enrollment stays as it ended, one that was moved to another version where it was moved to, and
 * one whose walk has told of more since where that was: null. Else whether a person is being asked anything, which is exact only
 * where the enrollment was locked before.
 */
export async function writeStanding(tx: Queryable, standing: Standing): Promise<{ readonly asked: boolean } | null> {
  const { rows } = await tx.query<{ asked: boolean }>(
    `with stood as (
       update enrollments set node = $2, visit = $3, status = ${STATUS}, waiting_kind = $5, waiting_text = $6, until = $7,
              waiting_detail = $9, progress = coalesce($10::int[], progress)
        where id = $1 and status <> 'finished' and digest = coalesce($8, digest) and progress <= coalesce($10::int[], progress)
        returning id as enrollment_id, exists (select from tasks t where t.enrollment_id = $1 and t.status = 'open') as asked
     ), kept as (${keepWalk('stood', 11)})
     select asked from stood`,
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
      standing.progress ?? null,
      ...keptValues(standing.walk ?? null),
    ],
  );
  return rows[0] ?? null;
}
