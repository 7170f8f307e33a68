import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import type { NewLine } from '../timeline/add-line.ts';

/** An invitation of an enrollment was accepted, as an event says. */
export interface Acceptance {
  readonly line: NewLine & { readonly once: string };
  /** The signal for its walk. Null: that has ended. */
  readonly signal: { readonly id: string; readonly type: 'accepted_invitation' } | null;
  readonly now: Date;
}

/** Writes the acceptance with its line, and the signal where the line is new; returns whether it is. The enrollments are locked. */
export const noteAcceptance = setwise(
  async (tx: Queryable, noted: readonly Acceptance[]): Promise<boolean[]> => {
    const { rows } = await tx.query<{ enrollment_id: string; once: string }>(
      `with acceptances as materialized (
         select * from ${rowsOf('enrollment_id text, at timestamptz, node text, type text, title text, once text, signal jsonb, now timestamptz')} as a
       ), updated as (
         update enrollments e set accepted_at = coalesce(e.accepted_at, a.at) from acceptances a where e.id = a.enrollment_id
       ), lines as (
         insert into timeline (enrollment_id, at, node, type, title, once)
         select enrollment_id, at, node, type, title, once from acceptances
         on conflict (enrollment_id, once) where once is not null do nothing
         returning enrollment_id, once
       ), signals as (
         insert into outbox (kind, target_id, payload, created_at)
         select 'signal_enrollment', enrollment_id, signal, now from acceptances join lines using (enrollment_id, once)
          where jsonb_typeof(signal) = 'object'
       )
       select enrollment_id, once from lines`,
      [jsonRows(noted.map(({ line, ...more }) => ({ ...line, ...more })))],
    );
    const added = new Set(rows.map(({ enrollment_id, once }) => `${enrollment_id} ${once}`));
    return noted.map(({ line }) => added.has(`${line.enrollment_id} ${line.once}`));
  },
  { writes: true },
);
