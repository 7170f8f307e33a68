import { NETWORK_CLASSES } from '../../../language/plan/limit-class.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { StepVisit } from '../slots/slot.ts';

/** The campaign or account whose last steps a circuit breaker looks at. */
export interface BreakerScope {
  readonly scope: 'campaign' | 'account';
  readonly target: string;
}

/** A step that has ended; `code` null: it did not fail. */
export interface LastStep {
  readonly code: string | null;
  readonly text: string | null;
}

/** Counts a failed step once, however often its result comes: null when it is counted already. Else whose failure it is. */
export async function noteFailedStep(
  db: Queryable,
  step: StepVisit & { readonly code: string; readonly text: string; readonly at: Date },
): Promise<{ readonly campaign_id: string | null; readonly account_id: string | null } | null> {
  const { rows } = await db.query<{ campaign_id: string | null; account_id: string | null }>(
    `insert into failed_steps (enrollment_id, node, visit, campaign_id, account_id, code, text, at)
     select e.id, $2, $3, e.campaign_id, i.account_id, $4, $5, $6
       from enrollments e left join intents i on i.enrollment_id = e.id and i.node = $2 and i.visit = $3 and i.state = 'refused'
      where e.id = $1
     on conflict do nothing
     returning campaign_id, account_id`,
    [step.enrollment_id, step.node, step.visit, step.code, step.text, step.at],
  );
  return rows[0] ?? null;
}

/** Counts the failed steps of one reason. As long as they are few, the steps that succeeded need not be looked at. */
export async function countFailed(db: Queryable, { scope, target }: BreakerScope, code: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from failed_steps where ${scope}_id = $1 and code = $2`,
    [target, code],
  );
  return rows[0]?.count ?? 0;
}

/** Calls of each account and class that are looked through for those of a campaign which shares it. */
const SEEN = 200;

/**
 * The last steps of a campaign or account, newest first: those that failed, and the calls that did not. `enrollment_id`: one of its people,
 * whose version names the senders, beside those that the campaign has of its own.
 */
export async function readLastSteps(
  db: Queryable,
  { scope, target }: BreakerScope,
  enrollmentId: string,
  most: number,
): Promise<LastStep[]> {
  const wentWell = `i.state in ('done', 'refused') and i.result ->> 'status' is distinct from 'failed'`;
  const newest = (limitClass: string): string =>
    `select i.created_at as at, i.enrollment_id from intents i
      where i.account_id = s.id and i.limit_class ${limitClass} and ${wentWell} order by i.created_at desc limit ${SEEN}`;
  const { rows } = await db.query<{ code: string | null; text: string | null }>(
    `with senders as (
       select $1::text as id where $2 = 'account'
       union
       select sender #>> '{}' from enrollments e join plans p on p.digest = e.digest,
              jsonb_path_query(p.plan, '$.senders.*[*]') sender where e.id = $3 and $2 = 'campaign'
       union
       select sender #>> '{}' from campaigns c, jsonb_path_query(c.senders, '$.*[*]') sender where c.id = $1 and $2 = 'campaign'
       union
       select sender.value from enrollments e, jsonb_each_text(e.senders) sender where e.id = $3 and $2 = 'campaign'
     ), well as (
       select found.* from senders s cross join unnest($5::text[]) c (limit_class)
         cross join lateral (${newest('= c.limit_class')}) found
       union all
       select found.* from senders s cross join lateral (${newest('is null')}) found
     )
     select code, text from (
       (select code, text, at from failed_steps where ${scope}_id = $1 order by at desc limit $4)
       union all
       (select null, null, w.at from well w join enrollments e on e.id = w.enrollment_id
         where $2 = 'account' or e.campaign_id = $1 order by w.at desc limit $4)
     ) steps order by at desc limit $4`,
    [target, scope, enrollmentId, most, NETWORK_CLASSES],
  );
  return rows;
}

/** A person has looked at it, or it is paused until one does: earlier failures no longer count. */
export async function forgetFailedSteps(tx: Queryable, { scope, target }: BreakerScope): Promise<void> {
  await tx.query(`delete from failed_steps where ${scope}_id = $1`, [target]);
}

export async function purgeFailedSteps(db: Queryable, olderThanMs: number): Promise<void> {
  // Rows that a pause which is being lifted forgets at the same moment are passed over.
  await db.query(
    `delete from failed_steps where (enrollment_id, node, visit) in (
       select enrollment_id, node, visit from failed_steps
        where wall_at < now() - $1 * interval '1 millisecond' for update skip locked)`,
    [olderThanMs],
  );
}
