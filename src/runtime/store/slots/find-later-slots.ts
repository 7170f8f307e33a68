import type { Queryable } from '../../../shared/postgres/database.ts';
import { SLOTS_OF_SEQUENCES, type SlotRow, type StepVisit } from './slot.ts';

/** A booked slot, with what its time depends on. */
export interface LaterSlot extends SlotRow {
  readonly sequence: string;
  readonly campaign_id: string | null;
  /** Null: no sequence limits it, for its person is in none. */
  readonly digest: string | null;
  readonly lead_timezone: string | null;
  /** Credits that it has booked of its sequence's. */
  readonly credits: number;
}

const SELECT = `select s.id, s.account_id, s.limit_class, s.enrollment_id, s.answer_id, s.node, s.visit, s.at, s.local_day::text,
            s.local_week::text, s.state, s.amount, s.urgent, s.moved_for, s.domain, coalesce(e.sequence, '') as sequence, e.campaign_id, coalesce(a.digest, e.digest) as digest,
            l.timezone as lead_timezone,
            coalesce((select c.amount from slots c where c.enrollment_id = s.enrollment_id and c.node = s.node
                        and c.visit = s.visit and c.limit_class = 'credits'), 0) as credits
       from ${SLOTS_OF_SEQUENCES} left join leads l on l.id = e.lead_id`;

/** Booked slots of the account and class after `after`, soonest first: who may move up into a freed slot. */
export async function findLaterSlots(
  tx: Queryable,
  query: { readonly account_id: string; readonly limit_class: string; readonly after: Date; readonly limit: number },
): Promise<LaterSlot[]> {
  const { rows } = await tx.query<LaterSlot & Record<string, unknown>>(
    `${SELECT}
      where s.account_id = $1 and s.limit_class = $2 and s.state = 'booked' and s.at > $3
        and (s.answer_id is not null or (e.status <> 'finished' and e.stop_outcome is null))
      order by s.at, s.id limit $4`,
    [query.account_id, query.limit_class, query.after, query.limit],
  );
  return rows;
}

/** The booked slot of a step in its class; null: it has none ahead. */
export async function findBookedSlot(tx: Queryable, step: StepVisit, limitClass: string): Promise<LaterSlot | null> {
  const { rows } = await tx.query<LaterSlot & Record<string, unknown>>(
    `${SELECT}
      where s.enrollment_id = $1 and s.node = $2 and s.visit = $3 and s.limit_class = $4 and s.state = 'booked'`,
    [step.enrollment_id, step.node, step.visit, limitClass],
  );
  return rows[0] ?? null;
}
