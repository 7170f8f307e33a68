import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

export type SendingPlan = Pick<Plan, 'limits' | 'schedule' | 'warm_up'>;

/** The rules of the sequences that send from an account: the current versions that name it, and those that people are still in. */
export async function findSendingPlans(db: Queryable, accountId: string): Promise<SendingPlan[]> {
  const { rows } = await db.query<{ rules: SendingPlan } & Record<string, unknown>>(
    `select jsonb_strip_nulls(jsonb_build_object('limits', p.plan->'limits', 'warm_up', p.plan->'warm_up'))
              || jsonb_build_object('schedule', p.plan->'schedule') as rules
       from plans p
      where p.digest in (
              select v.digest from sequences s
                join sequence_versions v on v.sequence = s.name and v.version = s.current_version
               where exists (select from jsonb_each((select plan->'senders' from plans where digest = v.digest)) c
                              where c.value ? $1))
         or p.digest in (
              select e.digest from enrollments e
               where e.status <> 'finished'
                 and exists (select from jsonb_each_text(e.senders) c where c.value = $1))
      order by p.digest`,
    [accountId],
  );
  return rows.map(({ rules }) => rules);
}
