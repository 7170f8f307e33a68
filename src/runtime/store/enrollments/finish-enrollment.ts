import type { Queryable } from '../../../shared/postgres/database.ts';

/** What an enrollment that ends leaves behind. Under its lock. */
export interface Leftovers {
  readonly asked: boolean;
  /** Accounts with a booked place of it, in the order in which they are to be locked. */
  readonly accounts: readonly string[];
}

export async function findLeftovers(tx: Queryable, enrollmentId: string): Promise<Leftovers> {
  const { rows } = await tx.query<Leftovers & Record<string, unknown>>(
    `select exists (select from tasks where enrollment_id = $1 and status = 'open') as asked,
            array(select distinct account_id from slots where enrollment_id = $1 and state = 'booked'
                   order by account_id) as accounts`,
    [enrollmentId],
  );
  return rows[0] ?? { asked: false, accounts: [] };
}

/** Ends the enrollment, with its line; false when it had ended. */
export async function finishEnrollment(
  tx: Queryable,
  end: {
    readonly enrollment_id: string;
    readonly node: string;
    readonly visit: number;
    readonly outcome: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with ended as (
       update enrollments set node = $2, visit = $3, status = 'finished', outcome = $4, finished_at = $5, waiting_kind = null,
              waiting_text = null, waiting_detail = null, until = null
        where id = $1 and status <> 'finished'
       returning id, campaign_id
     ), gone as (
       delete from walks where enrollment_id in (select id from ended)
     ), counted as (
       insert into campaign_tallies (campaign_id, what, name, amount)
       select campaign_id, 'outcome', $4, 1 from ended where campaign_id is not null
     )
     insert into timeline (enrollment_id, at, node, type, title) select id, $5, null, 'finished', $6 from ended`,
    [end.enrollment_id, end.node, end.visit, end.outcome, end.at, `Ended: ${end.outcome.replaceAll('_', ' ')}`],
  );
  return rowCount === 1;
}
