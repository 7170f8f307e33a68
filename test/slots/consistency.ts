import type { Queryable } from '../../src/shared/postgres/database.ts';

/**
 * Finds where slots and intents do not agree: a used slot of which no call may have gone out, or failed and counts, and a call with an effect that
 * has no slot of its class. There is no counter that could drift from them; this is what could.
 */
export async function findMismatches(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ what: string }>(
    `select 'used without a call: ' || s.enrollment_id || '/' || s.node || '/' || s.visit || ' ' || s.limit_class as what
       from slots s
      where s.state = 'used' and s.limit_class not in ('unlock', 'credits')
        and not exists (select from intents i where i.enrollment_id = s.enrollment_id and i.node = s.node and i.visit = s.visit
                           and (i.state in ('sent', 'unknown', 'done') or s.spent > 0))
     union all
     select 'a call without its place: ' || i.key from intents i
      where i.limit_class is not null and i.state in ('sent', 'unknown', 'done') and not coalesce(i.response ? 'refused', false)
        and not exists (select from slots s where s.enrollment_id = i.enrollment_id and s.node = i.node and s.visit = i.visit
                           and s.limit_class = i.limit_class and s.state = 'used')
     union all
     select 'credits that are not what was spent: ' || i.key from intents i
       join slots s on s.enrollment_id = i.enrollment_id and s.node = i.node and s.visit = i.visit and s.limit_class = 'credits'
      where i.state in ('done', 'refused') and s.amount <> i.credits
      order by what`,
  );
  return rows.map(({ what }) => what);
}
