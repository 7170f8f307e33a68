import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import type { SlotRow, StepVisit } from './slot.ts';

/** The slots of a step, and the backoff of its class, in one round trip: both are asked for under the account's lock. */
export interface StepSlots {
  readonly own: readonly Pick<SlotRow, 'id' | 'limit_class' | 'at' | 'local_day' | 'state' | 'moved_for' | 'domain'>[];
  /** The network takes no more of the class before then. */
  readonly backoff: { readonly until: Date; readonly reason: string } | null;
}

type Row = {
  readonly place: number;
  readonly kind: 'own' | 'backoff';
  readonly id: string;
  readonly limit_class: string;
  readonly at: Date;
  readonly local_day: string;
  readonly state: SlotRow['state'];
  readonly moved_for: SlotRow['moved_for'];
  readonly domain: string | null;
  readonly reason: string;
};

/** The same of an answer. Under the account's lock. */
export async function findAnswerSlotsAndBackoff(
  tx: Queryable,
  asked: { readonly answer_id: string; readonly account_id: string; readonly limit_class: string | null },
): Promise<StepSlots> {
  const own = await tx.query<StepSlots['own'][number] & Record<string, unknown>>(
    `select id, limit_class, at, local_day::text as local_day, state, moved_for, domain from slots where answer_id = $1 and spent = 0`,
    [asked.answer_id],
  );
  const backoff = await tx.query<{ until: Date; reason: string }>(
    'select until, reason from class_holds where account_id = $1 and limit_class = $2',
    [asked.account_id, asked.limit_class],
  );
  return { own: own.rows, backoff: backoff.rows[0] ?? null };
}

interface AskedSlots extends StepVisit {
  readonly account_id: string;
  readonly limit_class: string | null;
}

export const findSlotsAndBackoff = setwise(
  async (tx: Queryable, asked: readonly AskedSlots[]): Promise<StepSlots[]> => {
    const { rows } = await tx.query<Row & Record<string, unknown>>(
      `with asked as (
         select * from ${rowsOf('place int, enrollment_id text, node text, visit int, account_id text, limit_class text')} as a
       )
       select a.place, 'own' as kind, s.*, null as reason
         from asked a cross join lateral (
           select id, limit_class, at, local_day::text as local_day, state, moved_for, domain
             from slots where enrollment_id = a.enrollment_id and node = a.node and visit = a.visit and spent = 0 offset 0) as s
       union all
       select a.place, 'backoff', null, a.limit_class, h.until, null, null, null, null, h.reason
         from asked a cross join lateral (
           select until, reason from class_holds where account_id = a.account_id and limit_class = a.limit_class offset 0) as h`,
      [jsonRows(asked.map((one, place) => ({ place, ...one })))],
    );
    const of = groupBy(rows, ({ place }) => String(place));
    return asked.map((_, place) => {
      const own = of.get(String(place)) ?? [];
      const backoff = own.find((row) => row.kind === 'backoff');
      return {
        own: own.filter((row) => row.kind === 'own').sort((a, b) => (a.limit_class < b.limit_class ? -1 : 1)),
        backoff: backoff ? { until: backoff.at, reason: backoff.reason } : null,
      };
    });
  },
);
