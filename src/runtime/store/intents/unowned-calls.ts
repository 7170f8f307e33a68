import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import type { StepVisit } from '../slots/slot.ts';

/** A call of ours of an enrollment or an answer that is not here. */
export interface UnownedCall {
  /** Of the intent that it had. */
  readonly key: string;
  readonly account_id: string;
  readonly action: string;
  readonly at: Date;
}

export type NewUnownedCall = UnownedCall & {
  /** `kind:value`, whom it was for; null: nobody can tell. */
  readonly name: string | null;
  /** Null: it used no slot. */
  readonly slot: { readonly limit_class: string; readonly local_day: string; readonly local_week: string } | null;
};

/** With the slots that they used, which count as all others do. Under the account's lock. Those that are here stay as they are. */
export async function insertUnowned(tx: Queryable, calls: readonly NewUnownedCall[]): Promise<void> {
  if (calls.length === 0) return;
  await tx.query(
    `with given as materialized (
       select * from ${rowsOf(`key text, account_id text, action text, at timestamptz, name text, limit_class text, local_day date, local_week date`)} as g
     ), fresh as (
       insert into unowned_calls (key, account_id, action, at, name) select key, account_id, action, at, name from given
       on conflict (key) do nothing returning key
     )
     insert into slots (account_id, limit_class, node, visit, at, local_day, local_week, state, amount)
     select account_id, limit_class, key, 1, at, local_day, local_week, 'used', 1 from given join fresh using (key) where limit_class is not null`,
    [jsonRows(calls.map(({ slot, ...call }) => ({ ...call, ...slot })))],
  );
}

/** SQL: those that may have been for the person of the enrollment `e`, oldest first; null where there are none. */
export const UNOWNED_CALLS = `case when exists (select from unowned_calls where met_by is null) then (
  select jsonb_agg(jsonb_build_object('key', u.key, 'account_id', u.account_id, 'action', u.action, 'at', u.at) order by u.at, u.key)
    from identities i join unowned_calls u on u.name = i.kind || ':' || i.value and u.met_by is null
   where i.lead_id = e.lead_id) end`;

/** As it is read with an enrollment. */
export type FoundUnowned = Omit<UnownedCall, 'at'> & {
  /** As Postgres writes it in JSON. */
  readonly at: string;
};

/** The call may have been this step, and is nobody else's from now on, nor is its slot. Under the enrollment's lock and the account's. */
export async function meetUnowned(
  tx: Queryable,
  call: Pick<UnownedCall, 'key'>,
  step: StepVisit & { readonly intent: string },
): Promise<void> {
  await tx.query('update unowned_calls set met_by = $2 where key = $1', [call.key, step.intent]);
  await tx.query(
    `update slots set enrollment_id = $2, node = $3, visit = $4 where enrollment_id is null and answer_id is null and node = $1`,
    [call.key, step.enrollment_id, step.node, step.visit],
  );
}
