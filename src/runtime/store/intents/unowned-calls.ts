import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import type { StepVisit } from '../slots/slot.ts';

/** A call of ours of an enrollment or an answer that is not here, or that a log without keys has beside those of the ledger. */
export interface UnownedCall {
  /** The key of the intent that it had; `log/…`: the log has no keys. */
  readonly key: string;
  readonly account_id: string;
  readonly action: string;
  readonly at: Date;
  /** Nobody can tell whose it was, nor whom it was for. */
  readonly of_anybody: boolean;
}

export type NewUnownedCall = UnownedCall & {
  /** `kind:value`, whom it was for; null: nobody can tell. */
  readonly name: string | null;
  /** Null: it used no slot. */
  readonly slot: { readonly limit_class: string; readonly local_day: string; readonly local_week: string } | null;
};

/** Inserts calls with the slots that they used, which count as all others do. The account is locked. Calls that are here stay as they are. */
export async function insertUnowned(tx: Queryable, calls: readonly NewUnownedCall[]): Promise<void> {
  if (calls.length === 0) return;
  await tx.query(
    `with given as materialized (
       select * from ${rowsOf(`key text, account_id text, action text, at timestamptz, of_anybody boolean, name text,
         limit_class text, local_day date, local_week date`)} as g
     ), fresh as (
       insert into unowned_calls (key, account_id, action, at, of_anybody, name) select key, account_id, action, at, of_anybody, name from given
       on conflict (key) do nothing returning key
     )
     insert into slots (account_id, limit_class, node, visit, at, local_day, local_week, state, amount)
     select account_id, limit_class, key, 1, at, local_day, local_week, 'used', 1 from given join fresh using (key) where limit_class is not null`,
    [jsonRows(calls.map(({ slot, ...call }) => ({ ...call, ...slot })))],
  );
}

/** Finds those of these keys under which a call is noted. */
export async function findUnowned(db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ key: string }>('select key from unowned_calls where key = any($1)', [[...keys]]);
  return new Set(rows.map(({ key }) => key));
}

/** Whoever a backup has forgotten is brought again within that time, if at all: later on a call of anybody is nobody's doubt any more. */
const BROUGHT_AGAIN = `interval '30 days'`;

/** SQL: those that are known to have been for the person of the enrollment `e`. */
const OF_PERSON = `
  select u.key, u.account_id, u.action, u.at, false as of_anybody
    from identities i join unowned_calls u on u.name = i.kind || ':' || i.value and u.met_by is null
   where i.lead_id = e.lead_id`;

/** SQL: of its accounts the first of those that may have been for anybody, unless as many steps as there are such calls have turned out to be one. */
const OF_ANYBODY = `
  select (array_agg(u.key order by u.at, u.key))[1], u.account_id, u.action, min(u.at), true
    from unowned_calls u
   where u.of_anybody and u.met_by is null and e.created_at < u.at + ${BROUGHT_AGAIN}
     and u.account_id in (e.senders ->> 'professional', e.senders ->> 'messenger', e.senders ->> 'email')
   group by u.account_id, u.action
  having count(*) > (select count(*) from weighed_calls w cross join lateral (select state, created_at from intents where key = w.intent offset 0) as n
                      where w.account_id = u.account_id and w.action = u.action and w.explains and n.state = 'done' and n.created_at = w.at)`;

/** SQL: whether there are any that no step has met; if not, `UNOWNED_CALLS` is null. */
export const HAS_UNOWNED_CALLS = 'exists (select from unowned_calls where met_by is null)';

/** SQL: those that may have been for the person of the enrollment `e`, known ones first, oldest first; null where there are none. */
export const UNOWNED_CALLS = `case when ${HAS_UNOWNED_CALLS} then (
  select jsonb_agg(to_jsonb(u) order by u.of_anybody, u.at, u.key) from (${OF_PERSON} union all ${OF_ANYBODY}) as u) end`;

/** An unowned call as it is read with an enrollment. */
export type FoundUnowned = Omit<UnownedCall, 'at'> & {
  /** The time as Postgres writes it in JSON. */
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
