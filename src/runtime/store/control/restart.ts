import type { Queryable } from '../../../shared/postgres/database.ts';

/** How often each step was entered, as far as anything was written under it. */
export async function findVisits(tx: Queryable, id: string): Promise<Record<string, number>> {
  const { rows } = await tx.query<{ node: string; visit: number }>(
    `select node, max(visit)::int as visit
       from (select node, visit from intents where enrollment_id = $1
             union all select node, visit from tasks where enrollment_id = $1) as written
      group by node`,
    [id],
  );
  return Object.fromEntries(rows.map(({ node, visit }) => [node, visit]));
}

export async function isElsewhere(tx: Queryable, id: string, leadId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from enrollments where lead_id = $2 and id <> $1 and status <> 'finished' limit 1`,
    [id, leadId],
  );
  return rowCount === 1;
}

/** Opens an enrollment again that had ended, and takes it from the tally of those that have. Under its lock. */
export async function reopen(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `with ended as (
       select id, campaign_id, coalesce(outcome, 'finished') as outcome from enrollments where id = $1 and status = 'finished'
     ), counted as (
       insert into campaign_tallies (campaign_id, what, name, amount)
       select campaign_id, 'outcome', outcome, -1 from ended where campaign_id is not null
     )
     update enrollments e set status = 'active', outcome = null, finished_at = null, paused = false, held = false, told = null
       from ended where e.id = ended.id`,
    [id],
  );
}

/** A new run of its workflow, which begins in `state`. `again` tells this run from the one that ended. */
export async function addRestart(
  tx: Queryable,
  id: string,
  payload: { readonly again: string; readonly state?: object; readonly run: number },
  at: Date,
): Promise<void> {
  await tx.query(`insert into outbox (kind, target_id, payload, created_at) values ('start_enrollment', $1, $2, $3)`, [
    id,
    JSON.stringify(payload),
    at,
  ]);
}
