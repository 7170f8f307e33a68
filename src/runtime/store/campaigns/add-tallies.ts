import type { Queryable } from '../../../shared/postgres/database.ts';
import { rowsOf } from '../../../shared/postgres/json-rows.ts';

export interface Tally {
  readonly campaign_id: string;
  /** Others are written by the database itself: `acted`, by the class of the call, `accepted` and `replied`. */
  readonly what: 'rows' | 'enrolled' | 'duplicate' | 'outcome' | 'refused';
  /** The outcome, or the code of the refusal. */
  readonly name?: string;
  /** 1 when absent. */
  readonly amount?: number;
}

/** In the transaction of what is counted. */
export async function addTallies(tx: Queryable, tallies: readonly Tally[]): Promise<void> {
  if (tallies.length === 0) return;
  await tx.query(
    `insert into campaign_tallies (campaign_id, what, name, amount)
     select campaign_id, what, coalesce(name, ''), sum(coalesce(amount, 1))
       from ${rowsOf('campaign_id text, what text, name text, amount bigint')} as t group by 1, 2, 3
     having sum(coalesce(amount, 1)) <> 0`,
    [JSON.stringify(tallies)],
  );
}

/** Many small amounts of one campaign become one of each kind; whoever reads meanwhile sees the same sums. */
export async function sumUpTallies(tx: Queryable, most: number): Promise<void> {
  await tx.query(
    `with many as (select campaign_id from campaign_tallies group by 1 having count(*) > $1 limit 1),
          old as (delete from campaign_tallies t using many where t.campaign_id = many.campaign_id
                  returning t.campaign_id, t.what, t.name, t.amount)
     insert into campaign_tallies (campaign_id, what, name, amount)
     select campaign_id, what, name, sum(amount) from old group by 1, 2, 3 having sum(amount) <> 0`,
    [most],
  );
}
