import type { Queryable } from '../../../shared/postgres/database.ts';
import type { SlotRow, StepVisit } from './slot.ts';

/** What a step has, and what keeps its class back, in one round trip: both are asked for under the account's lock. */
export interface StepSlots {
  readonly own: readonly Pick<SlotRow, 'id' | 'limit_class' | 'at' | 'local_day' | 'state' | 'moved_for' | 'domain'>[];
  /** The network takes no more of the class before then. */
  readonly hold: { readonly until: Date; readonly reason: string } | null;
}

type Row = {
  readonly is: 'own' | 'hold';
  readonly id: string;
  readonly limit_class: string;
  readonly at: Date;
  readonly local_day: string;
  readonly state: SlotRow['state'];
  readonly moved_for: SlotRow['moved_for'];
  readonly domain: string | null;
  readonly reason: string;
};

export async function findSlotsAndHold(
  tx: Queryable,
  step: StepVisit,
  { account, limit_class }: { readonly account: { readonly id: string }; readonly limit_class: string | null },
): Promise<StepSlots> {
  const { rows } = await tx.query<Row & Record<string, unknown>>(
    `select 'own' as is, id, limit_class, at, local_day::text as local_day, state, moved_for, domain, null as reason
       from slots where enrollment_id = $1 and node = $2 and visit = $3 and spent = 0
     union all
     select 'hold', null, limit_class, until, null, null, null, null, reason
       from class_holds where account_id = $4 and limit_class = $5`,
    [step.enrollment_id, step.node, step.visit, account.id, limit_class],
  );
  const hold = rows.find((row) => row.is === 'hold');
  return {
    own: rows.filter((row) => row.is === 'own').sort((a, b) => (a.limit_class < b.limit_class ? -1 : 1)),
    hold: hold ? { until: hold.at, reason: hold.reason } : null,
  };
}
