import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { type LearnedRelation, relatedBy } from '../leads/learn-identities.ts';
import type { NewLine } from '../timeline/add-line.ts';
import { type ProcessedEvent, processedBy } from './mark-processed.ts';

/** An invitation of an enrollment was accepted, as an event says. */
export interface Acceptance {
  readonly line: NewLine & { readonly once: string };
  /** The signal for its walk. Null: that has ended. */
  readonly signal: { readonly id: string; readonly type: 'accepted_invitation' } | null;
  readonly now: Date;
}

interface AcceptanceEvent {
  readonly event: ProcessedEvent;
  readonly acceptances: readonly Acceptance[];
  /** How they stand to the account now, where that is not written yet. */
  readonly relations: readonly LearnedRelation[];
}

/**
 * Writes all that comes of an event by which invitations were accepted, and marks it processed: the acceptances with their lines, a signal where the line is
 * new, and the relations. The event is claimed, the names and the enrollments are locked. Returns which of the acceptances are new.
 */
export const recordAcceptance = setwise(
  async (tx: Queryable, events: readonly AcceptanceEvent[]): Promise<(readonly boolean[])[]> => {
    const acceptances = events.flatMap((one) => one.acceptances);
    const { rows } = await tx.query<{ enrollment_id: string; once: string }>(RECORD, [
      jsonRows(acceptances.map(({ line, ...more }) => ({ ...line, ...more }))),
      jsonRows(events.flatMap(({ relations }) => relations)),
      jsonRows(events.map(({ event }) => event)),
    ]);
    const added = new Set(rows.map(({ enrollment_id, once }) => `${enrollment_id} ${once}`));
    return events.map((one) => one.acceptances.map(({ line }) => added.has(`${line.enrollment_id} ${line.once}`)));
  },
  { writes: true },
);

const RECORD = `
  with acceptances as materialized (
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
  ), ${relatedBy('$2')}, processed as (${processedBy('$3')})
  select enrollment_id, once from lines`;
