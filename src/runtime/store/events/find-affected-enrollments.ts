import type { OutOfOffice } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { refuseLate } from '../enrollments/lock-enrollments.ts';

/** An enrollment of the person an event is about. */
export interface AffectedEnrollment {
  readonly id: string;
  readonly lead_id: string;
  readonly finished: boolean;
  readonly senders: Readonly<Record<string, string>>;
  readonly node: string | null;
  readonly stop_on: readonly string[];
  /** Null: the default holds. */
  readonly out_of_office: OutOfOffice | null;
  /** Time zone of the sequence's hours; null where it is the lead's. */
  readonly schedule_zone: string | null;
  readonly fallback_zone: string | null;
  readonly away_until: Date | null;
  readonly accepted_at: Date | null;
  /** True at a `wait_for: reply` or `label`, or while it looks back whether the event was in time (`account`). */
  readonly awaits_reply: boolean;
}

/** A person, and those enrollments that were locked when theirs were. */
export interface LockedPerson {
  readonly lead_id: string;
  readonly locked: readonly string[];
}

/**
 * All that have not ended; else the newest one that has. Who was enrolled after the locks were taken is not locked here, out of
 * order: the transaction is undone, and done again with theirs too.
 */
export async function findAffectedEnrollments(tx: Queryable, person: LockedPerson): Promise<AffectedEnrollment[]> {
  const affected = await findAll(tx, person.lead_id);
  refuseLate(
    affected.map(({ id }) => id),
    person.locked,
  );
  return affected;
}

const findAll = setwise(async (tx: Queryable, leadIds: readonly string[]): Promise<AffectedEnrollment[][]> => {
  const { rows } = await tx.query<AffectedEnrollment & Record<string, unknown>>(
    `select e.id, e.lead_id, e.status = 'finished' as finished, e.senders, e.node, p.plan -> 'stop_on' as stop_on,
            p.plan -> 'out_of_office' as out_of_office, nullif(p.plan #>> '{schedule,timezone}', 'lead') as schedule_zone,
            p.plan #>> '{schedule,fallback_timezone}' as fallback_zone, e.away_until, e.accepted_at,
            coalesce(p.plan #>> array['nodes', e.node, 'kind'] = 'wait_for'
                 and p.plan #>> array['nodes', e.node, 'event'] in ('reply', 'label')
                 and e.waiting_kind in ('event', 'account'), false) as awaits_reply
       from enrollments e join plans p on p.digest = e.digest
      where e.lead_id = any($1)
        and (e.status <> 'finished' or e.id = (
          select newest.id from enrollments newest
           where newest.lead_id = e.lead_id
             and not exists (select from enrollments open where open.lead_id = e.lead_id and open.status <> 'finished')
           order by newest.finished_at desc, newest.id desc limit 1))
      order by e.id`,
    [[...leadIds]],
  );
  return leadIds.map((leadId) => rows.filter(({ lead_id }) => lead_id === leadId));
});
